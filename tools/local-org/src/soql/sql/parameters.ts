import type { ParameterSource } from './run.js';

/** The parameters of a statement under way. */
export class Parameters {
  readonly sources: ParameterSource[] = [];
  private readonly shared = new Map<string, string>();

  /** @returns the placeholder, `$3` or `$3::numeric`. */
  add(source: ParameterSource, type?: string): string {
    this.sources.push(source);
    return type ? `$${this.sources.length}::${type}` : `$${this.sources.length}`;
  }

  /** One placeholder for all uses of the same thing: PostgreSQL takes `$1` and `$2` for different expressions. */
  once(key: string, source: ParameterSource, type?: string): string {
    let placeholder = this.shared.get(key);
    if (!placeholder) this.shared.set(key, (placeholder = this.add(source, type)));
    return placeholder;
  }
}
