import { BlobValue } from '../../values/blob.js';
import { NotSupportedError } from '../../values/platform-error.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

export default definePlatformType({
  name: 'System.Blob',
  source: apexReference('apex_methods_system_blob'),
  statics: {
    'Blob valueOf(String)': (text: string | null) => BlobValue.ofText(required(text)),
    'Blob toPdf(String)': () => {
      throw new NotSupportedError('Blob.toPdf(String)');
    }
  },
  methods: {
    'Integer size()': (self: BlobValue) => self.size,
    'String toString()': (self: BlobValue) => self.toText()
  }
});
