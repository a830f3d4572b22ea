import type { ObjectDefinition } from '../schema/definitions.js';
import { customMetadataStatics } from './support/custom-metadata.js';
import { hierarchySettingStatics, listSettingStatics } from './support/custom-settings.js';
import type { PlatformTypeDefinition } from './define.js';
import { apexReference } from './support/reference.js';

/**
 * Static methods an object has beside those of every sObject: `My_Setting__c.getInstance()`.
 * @returns null for objects without any.
 */
export function objectStatics(object: ObjectDefinition): PlatformTypeDefinition | null {
  switch (object.kind) {
    case 'custom-metadata':
      return {
        name: object.name,
        source: apexReference('apex_methods_system_custom_metadata_types'),
        statics: customMetadataStatics(object.name)
      };
    case 'list-setting':
      return {
        name: object.name,
        source: apexReference('apex_methods_system_custom_settings'),
        statics: listSettingStatics(object.name)
      };
    case 'hierarchy-setting':
      return {
        name: object.name,
        source: apexReference('apex_methods_system_custom_settings'),
        statics: hierarchySettingStatics(object.name)
      };
    default:
      return null;
  }
}
