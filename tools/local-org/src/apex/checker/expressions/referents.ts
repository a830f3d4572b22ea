/** What a dotted name can stand for while it is read from left to right. */
import type { ApexType } from '../../../values/type.js';
import type { BoundExpression } from '../../bound/nodes.js';

export type Referent =
  /** `name`: of the variable, which may be a type's name too; null for every other value. */
  | { readonly kind: 'value'; readonly value: BoundExpression; readonly name: string | null }
  | { readonly kind: 'type'; readonly type: ApexType; readonly path: readonly string[] }
  | { readonly kind: 'namespace'; readonly path: readonly string[] }
  /** `Schema.SObjectType`, whose members are named like objects. */
  | { readonly kind: 'object-describes' }
  /** `Schema.SObjectType.Account`; `value` is its describe result. */
  | { readonly kind: 'describe'; readonly object: string; readonly value: BoundExpression }
  /** `Schema.SObjectType.Account.fields` and `.fieldSets`. */
  | {
      readonly kind: 'describe-fields';
      readonly object: string;
      readonly value: BoundExpression;
      /** `Account.SObjectType.fields.Name` is the field's token, where the describe's fields are described ones. */
      readonly tokens: boolean;
    }
  | { readonly kind: 'describe-field-sets'; readonly object: string; readonly value: BoundExpression }
  | { readonly kind: 'labels' }
  | { readonly kind: 'trigger' }
  | { readonly kind: 'pages' };
