/** How operands are named for the emitter. */
import {
  BOOLEAN,
  DATE,
  DATETIME,
  DECIMAL,
  DOUBLE,
  ID,
  INTEGER,
  LONG,
  STRING,
  TIME,
  type ApexType
} from '../../../values/type.js';
import type { OperandKind } from '../../bound/nodes.js';

const KINDS = new Map<ApexType, OperandKind>([
  [INTEGER, 'integer'],
  [LONG, 'long'],
  [DOUBLE, 'double'],
  [DECIMAL, 'decimal'],
  [STRING, 'string'],
  [ID, 'id'],
  [BOOLEAN, 'boolean'],
  [DATE, 'date'],
  [DATETIME, 'datetime'],
  [TIME, 'time']
]);

export const operandKind = (type: ApexType): OperandKind => KINDS.get(type) ?? 'value';
