import type { CheckEnvironment, SymbolTable } from '../apex/checker/index.js';
import type { SqlResult, SyncConnection } from '../database/connection.js';
import { loadOrg, type OrgContents } from '../metadata/index.js';
import { orgSymbols } from '../metadata/org-symbols.js';
import type { OrgSchema } from '../schema/definitions.js';
import type { PlatformRegistry } from '../stdlib/registry.js';
import { OrgCode } from './org-code.js';

/** A slot's picture of one org version: schema, linked code and configuration. */
export class OrgImage {
  readonly schema: OrgSchema;
  readonly code: OrgCode;
  /** Answers of queries on custom metadata, which only a deploy changes: it makes another image. */
  readonly metadataAnswers = new Map<string, SqlResult>();
  /** Texts of custom labels by name in lower case. */
  private readonly labels: ReadonlyMap<string, string>;
  private covering: OrgCode | null = null;
  private symbols: SymbolTable | null = null;
  private ids: { readonly byName: ReadonlyMap<string, string>; readonly byId: ReadonlyMap<string, string> } | null =
    null;

  constructor(
    private readonly db: SyncConnection,
    readonly contents: OrgContents,
    private readonly registry: PlatformRegistry
  ) {
    this.schema = contents.schema;
    this.labels = new Map([...contents.labels].map(([key, label]) => [key, label.value]));
    this.code = this.link(false);
  }

  static load(db: SyncConnection, registry: PlatformRegistry): OrgImage {
    return new OrgImage(db, loadOrg(db), registry);
  }

  /** What the compiler must know of the org to check further code against it. */
  get compileEnvironment(): CheckEnvironment {
    const { schema, contents, registry } = this;
    this.symbols ??= orgSymbols(this.db, contents, registry);
    const labels = [...contents.labels.values()].map((label) => label.name);
    return { schema, platform: registry, existing: this.symbols, labels, pages: contents.pages };
  }

  /** The same code with a counter on each line; linked only when tests ask for coverage. */
  get coveringCode(): OrgCode {
    return (this.covering ??= this.link(true));
  }

  /** Id of an Apex class or trigger; null for what the org has not. */
  classId(name: string): string | null {
    return this.componentIds().byName.get(name.split('.')[0]?.toLowerCase() ?? '') ?? null;
  }

  /** @param id 15 or 18 characters. */
  className(id: string): string | null {
    return this.componentIds().byId.get(id.slice(0, 15)) ?? null;
  }

  private link(coverage: boolean): OrgCode {
    const inactiveTriggers = (): ReadonlySet<string> =>
      new Set(
        this.db
          .query("SELECT lower(name) FROM apextrigger WHERE status = 'Inactive'")
          .rows.map(([name]) => String(name))
      );
    return new OrgCode(this.contents.units, { coverage, labels: this.labels, inactiveTriggers });
  }

  private componentIds(): { readonly byName: ReadonlyMap<string, string>; readonly byId: ReadonlyMap<string, string> } {
    if (this.ids) return this.ids;
    const { rows } = this.db.query(
      "SELECT full_name, id FROM meta.component WHERE type IN ('ApexClass', 'ApexTrigger')"
    );
    this.ids = {
      byName: new Map(rows.map(([name, id]) => [String(name).toLowerCase(), String(id)])),
      byId: new Map(rows.map(([name, id]) => [String(id).slice(0, 15), String(name)]))
    };
    return this.ids;
  }
}
