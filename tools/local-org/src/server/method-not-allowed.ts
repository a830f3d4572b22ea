import type { FastifyInstance } from 'fastify';

/**
 * Watches the routes of a server from now on.
 *
 * @returns for the path of an address, the methods that it has, in the platform's order; none for one that is unknown.
 */
export function methodsByPath(app: FastifyInstance): (path: string) => string[] {
  const routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const name of [method].flat()) route.methods.add(name.toUpperCase());
    routes.set(url, route);
  });
  return (path) => {
    const found = [...routes.values()].filter(({ pattern }) => pattern.test(path));
    const methods = new Set(found.flatMap((route) => [...route.methods]));
    return ORDER.filter((name) => methods.has(name));
  };
}

const ORDER = ['HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Parts of an address of a route: `:name` stands for one step, `*` for any rest. */
function patternOf(url: string): RegExp {
  const steps = url.split('/').map((step) => {
    if (step.startsWith(':')) return '[^/]+';
    return step === '*' ? '.+' : step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${steps.join('/')}/?$`);
}
