import type { OrgSchema } from '../../schema/definitions.js';
import type { DeployContext, Incoming } from '../deploy/context.js';
import type { Component } from '../model/component.js';
import type { ElementRules } from '../objects/elements.js';
import type { StoredComponent } from '../store/component-store.js';
import type { RowWriter } from './row-writer.js';

/** How components of one metadata type become rows. One file a type. */
export interface RowHandler {
  readonly type: string;
  /** Elements it may hold; null: the handler checks itself. */
  readonly elements: ElementRules | null;
  /** What is wrong with the component, its references included. */
  validate?(component: Component, context: DeployContext, schema: OrgSchema): readonly string[];
  /** Writes its rows. @returns id of the component. */
  apply(entry: Incoming, rows: RowWriter): string;
  remove(stored: StoredComponent, rows: RowWriter): void;
}
