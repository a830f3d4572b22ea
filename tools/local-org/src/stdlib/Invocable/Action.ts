import { ApexList, ApexMap } from '../../values/collections.js';
import { PlatformObject } from '../../values/object.js';
import { NotSupportedError } from '../../values/platform-error.js';
import { mapOf, OBJECT, platformType, STRING } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { resultBean } from '../support/bean.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('Invocable', 'Action');
const SOURCE = apexReference('apex_namespace_Invocable');

type Text = string | null;

/** An invocable action. It can be made and filled; running it needs flows and standard actions, which the local org has not. */
class Action extends PlatformObject {
  invocations = new ApexList(mapOf(STRING, OBJECT));

  constructor(
    readonly type: string,
    readonly namespace: Text,
    readonly name: Text,
    readonly standard: boolean
  ) {
    super();
  }

  override get apexType() {
    return TYPE;
  }

  addInvocation(): this {
    this.invocations.add(new ApexMap(STRING, OBJECT));
    return this;
  }

  setParameter(name: string, value: unknown): this {
    if (this.invocations.size === 0) this.addInvocation();
    (this.invocations.items.at(-1) as ApexMap).put(name, value);
    return this;
  }

  invoke(): never {
    throw new NotSupportedError(`running the action ${this.type}:${this.name ?? ''} (Invocable.Action.invoke)`);
  }
}

export default [
  definePlatformType({
    name: 'Invocable.Action',
    source: SOURCE,
    statics: {
      'Invocable.Action createCustomAction(String, String)': (type: Text, name: Text) =>
        new Action(required(type), null, required(name, 2), false),
      'Invocable.Action createCustomAction(String, String, String)': (type: Text, namespace: Text, name: Text) =>
        new Action(required(type), namespace, required(name, 3), false),
      'Invocable.Action createStandardAction(String)': (type: Text) => new Action(required(type), null, null, true)
    },
    methods: {
      'Invocable.Action addInvocation()': (self: Action) => self.addInvocation(),
      'Invocable.Action clearInvocations()': (self: Action) => {
        self.invocations.clear();
        return self;
      },
      'String getName()': (self: Action) => self.name,
      'String getNamespace()': (self: Action) => self.namespace,
      'String getType()': (self: Action) => self.type,
      'List<Invocable.Action.Result> invoke()': (self: Action) => self.invoke(),
      'Boolean isStandard()': (self: Action) => self.standard,
      'Invocable.Action setInvocationParameter(String, Object)': (self: Action, name: Text, value: unknown) =>
        self.setParameter(required(name), value),
      'Invocable.Action setInvocations(List<Map<String, Object>>)': (self: Action, invocations: ApexList | null) => {
        self.invocations = required(invocations).copy();
        return self;
      }
    }
  }),
  resultBean('Invocable', 'Action.Result', SOURCE, [
    'Invocable.Action action',
    'List<Invocable.Action.Error> errors',
    'Map<String, Object> invocationParameters',
    'Map<String, Object> outputParameters',
    'Boolean success'
  ]),
  resultBean('Invocable', 'Action.Error', SOURCE, ['String code', 'String message'])
];
