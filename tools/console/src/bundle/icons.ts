import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const CATEGORIES = ['utility', 'action', 'standard', 'custom', 'doctype'] as const;
type Category = (typeof CATEGORIES)[number];

/** The package brings 1,700 icons as templates, of which each compiles for itself. Only those that somebody names are taken. */
export class Icons {
  private constructor(
    private readonly components: string,
    private readonly names: ReadonlyMap<Category, ReadonlySet<string>>
  ) {}

  /**
   * Looks for names such as `utility:refresh`.
   *
   * @param components `src/lightning` of the base components
   * @param folders whose sources are searched
   */
  static async usedIn(components: string, folders: readonly string[]): Promise<Icons> {
    const names = new Map<Category, Set<string>>(CATEGORIES.map((category) => [category, new Set()]));
    for (const folder of folders) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && /\.(js|html)$/.test(entry.name));
      for (const { parentPath, name } of files.filter(({ parentPath: path }) => !/__\w+__/.test(path))) {
        const source = await readFile(join(parentPath, name), 'utf8');
        for (const [, category, icon] of source.matchAll(/\b(utility|action|standard|custom|doctype):(\w+)/g)) {
          names.get(category as Category)?.add(icon as string);
        }
      }
    }
    return new Icons(components, names);
  }

  /** Source of the module `lightning/iconSvgTemplates<Category>`; of those for right-to-left languages it is empty. */
  moduleFor(specifier: string): string {
    const category = specifier.replace(/^lightning\/iconSvgTemplates/, '').toLowerCase() as Category;
    const names = [...(this.names.get(category) ?? [])].sort();
    const found = names.flatMap((name) => {
      const path = join(
        this.components,
        `iconSvgTemplates${category[0]?.toUpperCase()}${category.slice(1)}`,
        'buildTemplates',
        category,
        `${name}.html`
      );
      return existsSync(path) ? [{ name: `${category}_${name}`, path }] : [];
    });
    const imports = found.map(({ name, path }) => `import ${name} from ${JSON.stringify(path)};`);
    return `${imports.join('\n')}\nexport default { ${found.map(({ name }) => name).join(', ')} };\n`;
  }
}
