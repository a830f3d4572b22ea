import { sqlName } from '../../schema/ddl/names.js';
import type { FieldDefinition, ObjectDefinition } from '../../schema/definitions.js';
import { keyColumn } from '../../schema/named-by-text.js';
import { NotSupportedError } from '../../values/platform-error.js';
import type { Source } from '../analysis/bound-query.js';

/** Gives every table of a query its alias. Subqueries in the same statement get other letters. */
export class Tables {
  constructor(private readonly letter: string) {}

  alias(source: Source, target = 0): string {
    const base = `${this.letter}${source.number}`;
    if (source.narrowed !== undefined) return `${base}_${source.narrowed}`;
    return source.objects.length > 1 ? `${base}_${target}` : base;
  }

  /** SQL of a field; over the objects of a polymorphic reference, that of the one that is there. */
  column(source: Source, field: FieldDefinition): string {
    const { name } = field;
    if (field.type === 'address' || field.type === 'location') {
      throw new NotSupportedError(`SOQL of the compound field ${name}`);
    }
    if (source.objects.length === 1) return `${this.alias(source)}.${sqlName(name)}`;
    const columns = source.objects.flatMap((object, target) =>
      object.fields[name.toLowerCase()] ? [`${this.alias(source, target)}.${sqlName(name)}`] : []
    );
    return columns.length === 1 ? (columns[0] as string) : `COALESCE(${columns.join(', ')})`;
  }

  /** Id of the row a source has found; null when there is none. */
  id(source: Source): string {
    const ids = source.objects.map((_, target) => `${this.alias(source, target)}.id`);
    return ids.length === 1 ? (ids[0] as string) : `COALESCE(${ids.join(', ')})`;
  }

  /** API name of the object that a polymorphic source has found. */
  type(source: Source): string {
    if (source.objects.length === 1) return `'${(source.objects[0] as ObjectDefinition).name}'`;
    const cases = source.objects.map(
      (object, target) => `WHEN ${this.alias(source, target)}.id IS NOT NULL THEN '${object.name}'`
    );
    return `CASE ${cases.join(' ')} END`;
  }

  /** FROM clause: the main table and a left join for each parent. */
  from(sources: readonly Source[]): string {
    return sources
      .flatMap((source) =>
        source.objects.map((object, target) => {
          const table = `${sqlName(object.name)} ${this.alias(source, target)}`;
          if (!source.parent || !source.via) return table;
          const key = `${this.alias(source, target)}.${keyColumn(object.name)}`;
          return `LEFT JOIN ${table} ON ${key} = ${this.column(source.parent, source.via)}`;
        })
      )
      .join(' ');
  }
}
