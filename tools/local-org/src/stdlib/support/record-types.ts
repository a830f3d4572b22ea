import type { ObjectDefinition } from '../../schema/definitions.js';
import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';

const TYPE = platformType('Schema', 'RecordTypeInfo');
/** Id of the master record type, the same in every org. */
const MASTER_ID = '012000000000000AAA';

export class RecordTypeInfo extends PlatformObject {
  constructor(
    readonly id: string,
    readonly developerName: string,
    readonly label: string,
    readonly active: boolean,
    readonly isDefault: boolean
  ) {
    super();
  }

  override get apexType() {
    return TYPE;
  }

  get isMaster(): boolean {
    return this.id === MASTER_ID;
  }
}

/** Record types of an object as the running user sees them; the master one comes last and is the default without others. */
export function recordTypeInfos(object: ObjectDefinition): RecordTypeInfo[] {
  const active = object.recordTypes.filter((recordType) => recordType.active);
  return [
    ...object.recordTypes.map(
      (recordType) =>
        new RecordTypeInfo(
          recordType.id,
          recordType.developerName,
          recordType.label,
          recordType.active,
          recordType === active[0]
        )
    ),
    new RecordTypeInfo(MASTER_ID, 'Master', 'Master', true, active.length === 0)
  ];
}
