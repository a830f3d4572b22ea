import { FILE_TYPES } from '../registry/types.js';

export interface DescribeMetadataObject {
  readonly directoryName: string;
  readonly inFolder: boolean;
  readonly metaFile: boolean;
  readonly suffix: string | null;
  readonly xmlName: string;
  readonly childXmlNames: readonly string[];
}

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_describe.htm */
export function describeMetadata(): DescribeMetadataObject[] {
  return FILE_TYPES.map((type) => ({
    directoryName: type.directory,
    inFolder: type.inFolder,
    metaFile: type.shape === 'content',
    suffix: type.suffix,
    xmlName: type.name,
    childXmlNames: type.children.map(({ name }) => name)
  }));
}
