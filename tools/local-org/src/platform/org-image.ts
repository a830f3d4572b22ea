import type { SyncConnection } from '../database/connection.js';
import { OrgCode } from '../apex/runtime/index.js';
import { loadOrg, type OrgContents } from '../metadata/index.js';
import type { OrgSchema } from '../schema/definitions.js';

/** A slot's picture of one org version: schema, linked code and configuration. */
export class OrgImage {
  readonly schema: OrgSchema;
  readonly code: OrgCode;
  private covering: OrgCode | null = null;

  constructor(readonly contents: OrgContents) {
    this.schema = contents.schema;
    this.code = new OrgCode(contents.units, { coverage: false });
  }

  static load(db: SyncConnection): OrgImage {
    return new OrgImage(loadOrg(db));
  }

  /** The same code with a counter on each line; linked only when tests ask for coverage. */
  get coveringCode(): OrgCode {
    return (this.covering ??= new OrgCode(this.contents.units, { coverage: true }));
  }
}
