/** Objects that go with another one: its history, its feed, its shares, its change events. */
import type { ObjectDefinition } from '../definitions.js';

export const COMPANIONS = ['History', 'Feed', 'Share', 'ChangeEvent'] as const;
export type Companion = (typeof COMPANIONS)[number];

/** Standard: `ContactHistory`; custom: `Parcel__History`. */
export const companionName = {
  of: (base: ObjectDefinition, kind: Companion): string =>
    base.custom ? base.name.replace(/__c$/, `__${kind}`) : `${base.name}${kind}`,
  /** Name of the object whose companion would be called so, in lower case; null when the name has another form. */
  baseOf: (name: string, kind: Companion): string | null => {
    const suffix = kind.toLowerCase();
    if (!name.endsWith(suffix)) return null;
    const stem = name.slice(0, -suffix.length);
    return stem.endsWith('__') ? `${stem}c` : stem;
  }
};

/** Objects whose shares name their record by the object: `UserShare.UserId`; those of the others say ParentId. */
const SHARED_BY_NAME = new Set(['User']);

/**
 * Block of the standard tables (read-table.ts) for a companion.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_associated_objects.htm
 */
export function companionLines(
  name: string,
  prefix: string,
  base: ObjectDefinition,
  kind: Exclude<Companion, 'ChangeEvent'>
): string {
  const label = `"${base.label} ${kind}"`;
  switch (kind) {
    case 'History': {
      const parent = base.custom ? 'Parent' : base.name;
      return [
        `${name} ${prefix} ${label} ${label} ControlledByParent unaudited`,
        `  ${parent}Id ref(${base.name}) rel=${parent} children=Histories cascade`,
        '  CreatedById ref(User) rel=CreatedBy ro always',
        '  CreatedDate datetime ro always',
        '  Field string(255)',
        '  DataType string(40) ro',
        '  OldValue anyType ro',
        '  NewValue anyType ro'
      ].join('\n');
    }
    case 'Feed':
      return [
        `${name} ${prefix} ${label} ${label} ControlledByParent nocreate`,
        `  ParentId ref(${base.name}) rel=Parent children=Feeds cascade`,
        '  Type string(40)',
        '  Title string(255)',
        '  Body longtext(10000)',
        '  LinkUrl url(1000)',
        '  IsRichText bool',
        '  RelatedRecordId string(18)',
        '  InsertedById ref(User) rel=InsertedBy',
        '  CommentCount int(9)',
        '  LikeCount int(9)',
        '  BestCommentId ref(FeedComment) rel=BestComment'
      ].join('\n');
    case 'Share': {
      const own = SHARED_BY_NAME.has(base.name) ? base.name : '';
      return [
        `${name} ${prefix} ${label} ${label} Read unaudited`,
        `  ${own || 'Parent'}Id ref(${base.name}) rel=${own || 'Parent'} children=Shares required noupdate cascade`,
        `  ${own}AccessLevel picklist(Read|Edit|All) required`,
        '  UserOrGroupId ref(Group,User) rel=UserOrGroup required noupdate',
        '  RowCause picklist(Owner|Manual*|Rule|ImplicitChild|ImplicitParent|Team) noupdate',
        '  LastModifiedDate datetime ro always',
        '  LastModifiedById ref(User) rel=LastModifiedBy ro always'
      ].join('\n');
    }
  }
}
