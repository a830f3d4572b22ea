import { ApexException } from '../../apex/runtime/exception.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';
import * as dml from '../support/dml-rows.js';

const TYPE = platformType('System', 'Exception');

export default definePlatformType({
  name: 'System.Exception',
  kind: 'exception',
  source: apexReference('apex_classes_exception_methods'),
  virtual: true,
  abstract: true,
  constructors: { '()': () => new ApexException(TYPE) },
  methods: {
    'Exception getCause()': (self: ApexException) => self.apexCause,
    'Integer getLineNumber()': (self: ApexException) => self.lineNumber(),
    'String getMessage()': (self: ApexException) => self.getMessage(),
    'String getStackTraceString()': (self: ApexException) => self.stackText(),
    'String getTypeName()': (self: ApexException) => self.typeName(),
    'void initCause(Exception)': (self: ApexException, cause: ApexException | null) => {
      self.apexCause = cause;
    },
    'void setMessage(String)': (self: ApexException, message: string | null) => self.setMessage(message),
    'String toString()': (self: ApexException) => self.apexText(),
    'List<String> getDmlFieldNames(Integer)': dml.dmlFieldNames,
    'List<Schema.SObjectField> getDmlFields(Integer)': dml.dmlFields,
    'String getDmlId(Integer)': dml.dmlId,
    'Integer getDmlIndex(Integer)': dml.dmlIndex,
    'String getDmlMessage(Integer)': dml.dmlMessage,
    'String getDmlStatusCode(Integer)': dml.dmlStatusCode,
    'System.StatusCode getDmlType(Integer)': (self: ApexException, index: number | null) =>
      dml.statusCode(dml.dmlStatusCode(self, index)),
    'Integer getNumDml()': (self: ApexException) => dml.dmlRows(self).length
  }
});
