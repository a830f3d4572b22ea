import { join } from 'node:path';
import type { Plugin } from 'rollup';
import { PAGE } from '../paths.js';
import type { Icons } from './icons.js';

const PREFIX = '\0platform:';
const page = (file: string): string => join(PAGE, 'platform', file);

/** Modules that have a file of their own in `page/platform`. */
const FILES: Readonly<Record<string, string>> = {
  '@salesforce/apex': page('apex.js'),
  'lightning/navigation': page('navigation.js'),
  'lightning/uiRecordApi': page('uiRecordApi.js')
};

/** Labels are English, so is the locale; times are those of the machine, whatever the user record says. */
const I18N: Readonly<Record<string, string>> = {
  '@salesforce/i18n/locale': "export default 'en-US';",
  '@salesforce/i18n/timeZone': 'export default Intl.DateTimeFormat().resolvedOptions().timeZone;'
};

/**
 * What the platform adds to a page: `@salesforce/apex/*` calls the org, labels come from the package's metadata, custom
 * permissions from the session. A module that is neither here nor among the base components fails the bundle by name.
 */
export function platformModules(labels: ReadonlyMap<string, string>, icons: Icons): Plugin {
  return {
    name: 'platform-modules',
    resolveId(specifier) {
      if (FILES[specifier] !== undefined) return FILES[specifier];
      if (/^@salesforce\/apex\/./.test(specifier) || /^@salesforce\/customPermission\/./.test(specifier)) {
        return PREFIX + specifier;
      }
      if (specifier.startsWith('@salesforce/label/c.') || I18N[specifier] !== undefined) {
        return PREFIX + specifier;
      }
      return /^lightning\/iconSvgTemplates[A-Z]/.test(specifier) ? PREFIX + specifier : null;
    },
    load(id) {
      return id.startsWith(PREFIX) ? sourceOf(id.slice(PREFIX.length), labels, icons) : null;
    }
  };
}

function sourceOf(specifier: string, labels: ReadonlyMap<string, string>, icons: Icons): string {
  if (specifier.startsWith('lightning/')) return icons.moduleFor(specifier);
  if (I18N[specifier] !== undefined) return I18N[specifier];
  const [, kind = '', name = ''] = specifier.split('/');
  if (kind === 'label') {
    const text = labels.get(name.slice('c.'.length));
    if (text === undefined) throw new Error(`There is no custom label ${name}; add it to force-app/console/labels.`);
    return `export default ${JSON.stringify(text)};`;
  }
  if (kind === 'customPermission') {
    // As on the platform: true, or undefined.
    return `import { session } from ${JSON.stringify(page('session.js'))};
export default session.customPermissions.includes(${JSON.stringify(name)}) || undefined;`;
  }
  const [className = '', methodName = ''] = name.split('.');
  return `import { apexMethod } from ${JSON.stringify(page('apex.js'))};
export default apexMethod(${JSON.stringify(className)}, ${JSON.stringify(methodName)});`;
}
