import { currentTransaction } from '../../apex/runtime/transaction.js';
import { ApexList } from '../../values/collections.js';
import { PlatformObject } from '../../values/object.js';
import { NotSupportedError, PlatformError } from '../../values/platform-error.js';
import { platformType, type ApexType } from '../../values/type.js';
import { definePlatformType, type PlatformTypeDefinition } from '../define.js';
import { required } from '../support/arguments.js';
import { Bean, beanProperties } from '../support/bean.js';
import { defineEnum } from '../support/enums.js';
import { apexReference } from '../support/reference.js';

const SOURCE = apexReference('apex_namespace_Metadata');
const METADATA = platformType('Metadata', 'Metadata');

/** A class of values: its lists are there from the start, everything else is null. */
function holder(
  name: string,
  properties: readonly string[],
  more: Partial<PlatformTypeDefinition> = {}
): PlatformTypeDefinition {
  const type = platformType('Metadata', name);
  const lists = properties.flatMap((text) => {
    const [, element, property] = /^List<Metadata\.(\w+)> (\w+)$/.exec(text) ?? [];
    return element && property ? [{ element: platformType('Metadata', element), property }] : [];
  });
  const made = (): Bean => {
    const bean = new Bean(type);
    for (const { element, property } of lists) bean.write(property, new ApexList(element));
    return bean;
  };
  return definePlatformType({
    name: `Metadata.${name}`,
    source: SOURCE,
    constructors: { '()': made },
    properties: beanProperties(properties),
    ...more
  });
}

class Container extends PlatformObject {
  readonly components = new ApexList(METADATA);

  override get apexType(): ApexType {
    return platformType('Metadata', 'DeployContainer');
  }

  remove(matches: (component: Bean) => boolean): boolean {
    const at = (this.components.items as readonly Bean[]).findIndex(matches);
    if (at < 0) return false;
    this.components.remove(at);
    return true;
  }
}

/** Tests cannot deploy on the platform either. */
function enqueue(container: Container | null): never {
  required(container);
  if (currentTransaction().isTest) {
    throw new PlatformError('System.AsyncException', 'Metadata cannot be deployed from within a test');
  }
  throw new NotSupportedError('Metadata.Operations.enqueueDeployment');
}

export default [
  holder('Metadata', ['String fullName']),
  holder(
    'CustomMetadata',
    ['String description', 'String label', 'Boolean protected_x', 'List<Metadata.CustomMetadataValue> values'],
    { extends: 'Metadata.Metadata' }
  ),
  holder('CustomMetadataValue', ['String field', 'Object value']),
  holder('DeployDetails', [
    'List<Metadata.DeployMessage> componentFailures',
    'List<Metadata.DeployMessage> componentSuccesses'
  ]),
  holder('DeployMessage', [
    'Boolean changed',
    'Integer columnNumber',
    'String componentType',
    'Boolean created',
    'Datetime createdDate',
    'Boolean deleted',
    'String fileName',
    'String fullName',
    'Id id',
    'Integer lineNumber',
    'String problem',
    'Metadata.DeployProblemType problemType',
    'Boolean success'
  ]),
  holder('DeployResult', [
    'String canceledBy',
    'String canceledByName',
    'Boolean checkOnly',
    'Datetime completedDate',
    'String createdBy',
    'String createdByName',
    'Datetime createdDate',
    'Metadata.DeployDetails details',
    'Boolean done',
    'String errorMessage',
    'Id id',
    'Boolean ignoreWarnings',
    'Datetime lastModifiedDate',
    'List<Metadata.DeployMessage> messages',
    'Integer numberComponentErrors',
    'Integer numberComponentsDeployed',
    'Integer numberComponentsTotal',
    'Boolean rollbackOnError',
    'Datetime startDate',
    'String stateDetail',
    'Metadata.DeployStatus status',
    'Boolean success'
  ]),
  definePlatformType({
    name: 'Metadata.DeployCallbackContext',
    source: SOURCE,
    virtual: true,
    constructors: { '()': () => new Bean(platformType('Metadata', 'DeployCallbackContext')) },
    methods: { 'Id getCallbackJobId()': () => null }
  }),
  definePlatformType({
    name: 'Metadata.DeployCallback',
    kind: 'interface',
    source: SOURCE,
    abstracts: ['void handleResult(Metadata.DeployResult, Metadata.DeployCallbackContext)']
  }),
  definePlatformType({
    name: 'Metadata.DeployContainer',
    source: SOURCE,
    constructors: { '()': () => new Container() },
    methods: {
      'void addMetadata(Metadata.Metadata)': (self: Container, component: Bean | null) =>
        self.components.add(required(component)),
      'List<Metadata.Metadata> getMetadata()': (self: Container) => self.components,
      'Boolean removeMetadata(Metadata.Metadata)': (self: Container, component: Bean | null) =>
        self.remove((candidate) => candidate === component),
      'Boolean removeMetadataByFullName(String)': (self: Container, name: string | null) =>
        self.remove((candidate) => candidate.read('fullName') === name)
    }
  }),
  definePlatformType({
    name: 'Metadata.Operations',
    source: SOURCE,
    statics: { 'Id enqueueDeployment(Metadata.DeployContainer, Metadata.DeployCallback)': enqueue }
  }),
  defineEnum('Metadata', 'DeployProblemType', SOURCE, ['Error', 'Info', 'Warning']),
  defineEnum('Metadata', 'DeployStatus', SOURCE, [
    'Canceled',
    'Canceling',
    'Failed',
    'FinalizingDeploy',
    'FinalizingDeployFailed',
    'InProgress',
    'Pending',
    'Succeeded',
    'SucceededPartial'
  ]),
  defineEnum('Metadata', 'MetadataType', SOURCE, ['CustomMetadata', 'Layout'])
];
