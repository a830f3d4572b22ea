import type { AccessLevelContext, StatementContext } from '@apexdevtools/apex-parser';
import type { DmlStatement } from '../ast/nodes.js';
import { expression } from './expressions.js';
import type { SourceText } from './source.js';

function accessLevel(context: AccessLevelContext | null): DmlStatement['accessLevel'] {
  if (!context) return null;
  return context.USER() ? 'user' : 'system';
}

/** null when the statement is none of insert, update, upsert, delete, undelete and merge. */
export function dmlStatement(source: SourceText, context: StatementContext): DmlStatement | null {
  const base = { kind: 'dml', upsertField: null, mergeWith: null, pos: source.start(context) } as const;
  const upsert = context.upsertStatement();
  if (upsert) {
    return {
      ...base,
      operation: 'upsert',
      accessLevel: accessLevel(upsert.accessLevel()),
      target: expression(source, upsert.expression()),
      upsertField: upsert.qualifiedName()?.getText() ?? null
    };
  }
  const merge = context.mergeStatement();
  if (merge) {
    return {
      ...base,
      operation: 'merge',
      accessLevel: accessLevel(merge.accessLevel()),
      target: expression(source, merge.expression(0)),
      mergeWith: expression(source, merge.expression(1))
    };
  }
  const candidates = [
    ['insert', context.insertStatement()],
    ['update', context.updateStatement()],
    ['delete', context.deleteStatement()],
    ['undelete', context.undeleteStatement()]
  ] as const;
  for (const [operation, found] of candidates) {
    if (found) {
      return {
        ...base,
        operation,
        accessLevel: accessLevel(found.accessLevel()),
        target: expression(source, found.expression())
      };
    }
  }
  return null;
}
