import { BlobValue } from '../../values/blob.js';
import { NotSupportedError } from '../../values/platform-error.js';
import { definePlatformType } from '../define.js';
import { given, required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

export default definePlatformType({
  name: 'System.Blob',
  source: apexReference('apex_methods_system_blob'),
  statics: {
    'Blob valueOf(String)': (text: string | null) => BlobValue.ofText(given(text)),
    'Blob toPdf(String)': () => {
      throw new NotSupportedError('Blob.toPdf(String)');
    }
  },
  methods: {
    'Blob append(Blob)': (self: BlobValue, other: BlobValue | null) =>
      new BlobValue(new Uint8Array([...self.bytes, ...required(other).bytes])),
    'Blob subBlob(Integer, Integer)': (self: BlobValue, start: number | null, end: number | null) =>
      new BlobValue(self.bytes.slice(required(start), required(end, 2))),
    'String toHexString()': (self: BlobValue) => Buffer.from(self.bytes).toString('hex'),
    'Integer size()': (self: BlobValue) => self.size,
    'String toString()': (self: BlobValue) => self.toText()
  }
});
