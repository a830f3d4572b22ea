import { componentKey, problem } from '../model/component.js';
import { textOf, type XmlElement } from '../xml/element.js';
import type { DeployContext } from './context.js';

/** Bundles that pages place. */
const PLACED: ReadonlySet<string> = new Set(['LightningComponentBundle', 'AuraDefinitionBundle']);

/** Refuses to delete a Lightning component that a Lightning page which stays still shows. */
export function checkPageReferences(context: DeployContext): void {
  const removed = [...context.removed.values()].filter(
    ({ type, fullName }) => PLACED.has(type) && !context.incoming.has(componentKey(type, fullName))
  );
  if (removed.length === 0) return;
  const pages = pagesThatStay(context).map((page) => ({
    label: textOf(page, 'masterLabel')?.trim() ?? '',
    components: componentsOf(page)
  }));
  for (const { type, fullName, fileName } of removed) {
    const page = pages.find(({ components }) => components.has(fullName.toLowerCase()));
    if (!page) continue;
    const message = `Referenced by a component instance inside the Lightning page ${page.label} : Lightning Page.`;
    context.problems.push(problem({ type, fullName, fileName }, message));
  }
}

function pagesThatStay(context: DeployContext): XmlElement[] {
  const pages: XmlElement[] = [];
  for (const [fullName, xml] of context.store.xmlOfType('FlexiPage')) {
    const key = componentKey('FlexiPage', fullName);
    if (!context.removed.has(key) && !context.incoming.has(key)) pages.push(xml);
  }
  for (const { component } of context.ofType('FlexiPage')) if (component.xml) pages.push(component.xml);
  return pages;
}

/** Names of the components that a page places, in lower case: `brokercard` for `brokerCard` or `c:brokerCard`. */
function componentsOf(page: XmlElement): Set<string> {
  const names = new Set<string>();
  const visit = (node: XmlElement): void => {
    if (node.name === 'componentName') names.add(node.text.trim().replace(/^c:/, '').toLowerCase());
    node.children.forEach(visit);
  };
  visit(page);
  return names;
}
