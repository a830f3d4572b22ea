import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { illegalArgument, required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('System', 'QueueableDuplicateSignature');
const BUILDER_TYPE = platformType('System', 'QueueableDuplicateSignature.Builder');
const SOURCE = apexReference('apex_class_System_QueueableDuplicateSignature');
/** Bytes a signature may have. */
const MAX_SIZE = 255;

/** Identifies a queueable job: a second one with the same signature is refused while the first is queued. */
export class DuplicateSignature extends PlatformObject {
  constructor(readonly text: string) {
    super();
  }

  override get apexType() {
    return TYPE;
  }

  override apexText(): string {
    return this.text;
  }
}

class Builder extends PlatformObject {
  private readonly parts: string[] = [];

  override get apexType() {
    return BUILDER_TYPE;
  }

  get size(): number {
    return this.parts.reduce((size, part) => size + Buffer.byteLength(part), 0);
  }

  add(part: unknown): this {
    this.parts.push(String(required(part)));
    if (this.size > MAX_SIZE) throw illegalArgument(`Duplicate signature exceeds ${MAX_SIZE} bytes`);
    return this;
  }

  build(): DuplicateSignature {
    return new DuplicateSignature(this.parts.map((part) => `${part.length}:${part}`).join(''));
  }
}

const add = (self: Builder, value: unknown): Builder => self.add(value);
const builder = (): Builder => new Builder();

export default [
  definePlatformType({
    name: 'System.QueueableDuplicateSignature',
    source: SOURCE,
    statics: { 'System.QueueableDuplicateSignature.Builder builder()': builder },
    methods: { 'String toString()': (self: DuplicateSignature) => self.text }
  }),
  definePlatformType({
    name: 'System.QueueableDuplicateSignature.Builder',
    source: SOURCE,
    constructors: { '()': builder },
    methods: {
      'System.QueueableDuplicateSignature.Builder addId(Id)': add,
      'System.QueueableDuplicateSignature.Builder addInteger(Integer)': add,
      'System.QueueableDuplicateSignature.Builder addString(String)': add,
      'System.QueueableDuplicateSignature build()': (self: Builder) => self.build(),
      'Integer getMaxSize()': () => MAX_SIZE,
      'Integer getRemainingSize()': (self: Builder) => MAX_SIZE - self.size,
      'Integer getSize()': (self: Builder) => self.size
    }
  })
];
