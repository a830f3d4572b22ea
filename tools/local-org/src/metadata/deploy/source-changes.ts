import { componentKey } from '../model/component.js';
import { resourceMember, type TrackedChange } from '../store/source-members.js';
import { isChanged, type DeployContext } from './context.js';

/** What this deploy changes, in the order in which it does; before it is stored. Files of bundles count one by one. */
export function sourceChanges(context: DeployContext): TrackedChange[] {
  const changes: TrackedChange[] = [];
  for (const { type, fullName, id } of context.removed.values()) {
    changes.push(...resourcesOf(context, type, fullName, id), { type, fullName, id, deleted: true });
  }
  for (const [key, entry] of context.incoming) {
    if (!isChanged(entry)) continue;
    const { type, fullName, files } = entry.component;
    const id = context.ids.get(key) ?? '';
    changes.push(...resourcesOf(context, type, fullName, id));
    for (const { path } of files) {
      const resource = resourceMember(type, path);
      if (resource) changes.push({ type: resource.type, fullName: resource.name, id, deleted: false });
    }
    changes.push({ type, fullName, id, deleted: false });
  }
  return changes;
}

/** The files that a bundle has so far: those that stay come again. */
function resourcesOf(context: DeployContext, type: string, fullName: string, id: string): TrackedChange[] {
  if (resourceMember(type, `folder/${fullName}`) === null || !context.stored.has(componentKey(type, fullName)))
    return [];
  return context.store.files(type, fullName).flatMap(({ path }) => {
    const resource = resourceMember(type, path);
    return resource ? [{ type: resource.type, fullName: resource.name, id, deleted: true }] : [];
  });
}
