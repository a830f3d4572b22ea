import { platformEnumValue } from '../../values/enum.js';
import { ApexList } from '../../values/collections.js';
import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';
import { listOfStrings } from '../support/lists.js';

const RESULT = platformType('Messaging', 'SendEmailResult');
const ERROR = platformType('Messaging', 'SendEmailError');

export class SendEmailError extends PlatformObject {
  constructor(
    readonly statusCode: string,
    readonly message: string,
    readonly targetId: string | null
  ) {
    super();
  }

  override get apexType() {
    return ERROR;
  }
}

export class SendEmailResult extends PlatformObject {
  constructor(readonly errors: readonly SendEmailError[]) {
    super();
  }

  override get apexType() {
    return RESULT;
  }
}

export default [
  definePlatformType({
    name: 'Messaging.SendEmailResult',
    source: apexReference('apex_class_Messaging_SendEmailResult'),
    methods: {
      'List<Messaging.SendEmailError> getErrors()': (self: SendEmailResult) => new ApexList(ERROR, [...self.errors]),
      'Boolean isSuccess()': (self: SendEmailResult) => self.errors.length === 0
    },
    properties: {
      'List<Messaging.SendEmailError> errors': {
        get: (self: SendEmailResult) => new ApexList(ERROR, [...self.errors])
      },
      'Boolean success': { get: (self: SendEmailResult) => self.errors.length === 0 }
    }
  }),
  definePlatformType({
    name: 'Messaging.SendEmailError',
    source: apexReference('apex_class_Messaging_SendEmailError'),
    methods: {
      'List<String> getFields()': () => listOfStrings([]),
      'String getMessage()': (self: SendEmailError) => self.message,
      'System.StatusCode getStatusCode()': (self: SendEmailError) =>
        platformEnumValue('system.statuscode', self.statusCode),
      'String getTargetObjectId()': (self: SendEmailError) => self.targetId
    },
    properties: {
      'String message': { get: (self: SendEmailError) => self.message },
      'System.StatusCode statusCode': {
        get: (self: SendEmailError) => platformEnumValue('system.statuscode', self.statusCode)
      },
      'String targetObjectId': { get: (self: SendEmailError) => self.targetId }
    }
  })
];
