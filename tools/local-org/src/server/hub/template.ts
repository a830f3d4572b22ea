import type { Cluster } from '../../database/cluster.js';

/** The database that new orgs are copied from: as it is before anybody uses it. Made once a process, when first asked for. */
export class TemplateDatabase {
  private made: Promise<void> | null = null;

  /** @param fill makes the org in the empty database, and leaves no connection behind. */
  constructor(
    private readonly cluster: Cluster,
    private readonly name: string,
    private readonly fill: () => Promise<void>
  ) {}

  /** Makes a database that is a copy. */
  async copyTo(database: string): Promise<void> {
    await this.ready();
    await this.cluster.createDatabase(database, this.name);
  }

  ready(): Promise<void> {
    this.made ??= this.make().catch((error: unknown) => {
      this.made = null;
      throw error;
    });
    return this.made;
  }

  async drop(): Promise<void> {
    await this.made?.catch(() => undefined);
    await this.cluster.dropDatabase(this.name);
  }

  private async make(): Promise<void> {
    // One of an earlier run may be of another version, or half made.
    await this.cluster.dropDatabase(this.name);
    await this.cluster.createDatabase(this.name);
    await this.fill();
  }
}
