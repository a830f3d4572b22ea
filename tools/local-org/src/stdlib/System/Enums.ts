import { defineEnum } from '../support/enums.js';
import { apexReference } from '../support/reference.js';
import { STATUS_CODES } from '../support/status-codes.js';

/** Enums of System, their values in ordinal order. */
export default [
  defineEnum('System', 'LoggingLevel', apexReference('apex_enum_System_LoggingLevel'), [
    'NONE',
    'INTERNAL',
    'FINEST',
    'FINER',
    'FINE',
    'DEBUG',
    'INFO',
    'WARN',
    'ERROR'
  ]),
  defineEnum('System', 'TriggerOperation', apexReference('apex_enum_System_TriggerOperation'), [
    'BEFORE_INSERT',
    'BEFORE_UPDATE',
    'BEFORE_DELETE',
    'AFTER_INSERT',
    'AFTER_UPDATE',
    'AFTER_DELETE',
    'AFTER_UNDELETE'
  ]),
  defineEnum('System', 'AccessType', apexReference('apex_enum_System_AccessType'), [
    'CREATABLE',
    'READABLE',
    'UPDATABLE',
    'UPSERTABLE'
  ]),
  defineEnum('System', 'ParentJobResult', apexReference('apex_enum_System_ParentJobResult'), [
    'SUCCESS',
    'UNHANDLED_EXCEPTION'
  ]),
  defineEnum('System', 'ApplicationReadWriteMode', apexReference('apex_methods_system_system'), [
    'DEFAULT',
    'READ_ONLY'
  ]),
  defineEnum('System', 'Quiddity', apexReference('apex_enum_System_Quiddity'), [
    'ANONYMOUS',
    'AURA',
    'BATCH_ACS',
    'BATCH_APEX',
    'BATCH_CHUNK_PARALLEL',
    'BATCH_CHUNK_SERIAL',
    'BULK_API',
    'COMMERCE_INTEGRATION',
    'DISCOVERABLE_LOGIN',
    'EXTERNAL_SERVICE_CALLBACK',
    'FUNCTION_CALLBACK',
    'FUTURE',
    'INBOUND_EMAIL_SERVICE',
    'INVOCABLE_ACTION',
    'IOT',
    'PLATFORM_EVENT_PUBLISH_CALLBACK',
    'POST_INSTALL_SCRIPT',
    'QUEUEABLE',
    'QUICK_ACTION',
    'REMOTE_ACTION',
    'REST',
    'RUNTEST_ASYNC',
    'RUNTEST_DEPLOY',
    'RUNTEST_SYNC',
    'RUN_INTEGRATION_TESTS',
    'SCHEDULED',
    'SOAP',
    'SYNCHRONOUS',
    'TRANSACTION_FINALIZER_QUEUEABLE',
    'UD',
    'UNDEFINED',
    'VF'
  ]),
  defineEnum('System', 'StatusCode', apexReference('apex_enum_System_StatusCode'), STATUS_CODES)
];
