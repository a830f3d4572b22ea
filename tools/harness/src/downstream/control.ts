import { parsePlan } from './behaviour.js';
import { kindOfPath } from './kinds.js';
import { parseObject, problem, type JsonAnswer } from './http.js';
import type { DownstreamService, DownstreamSettings } from './service.js';

/**
 * What those who test the callers of the remote may tell it and ask it.
 *
 *   GET    /control/settings    how it keeps its promises
 *   PUT    /control/settings    any of {"honoursKeys", "onePerEntity", "clockAheadMs", "mix": {"seed", "failPercent"} or null}
 *   POST   /control/plans       {"plans": [{"key" or "entity", "steps": [{"do": …}]}]}: see behaviour.ts
 *   DELETE /control/plans
 *   GET    /control/attempts    ?from=N: the log from attempt N on
 *   GET    /control/resources   ?kind=fulfillments: everything that was done
 *   POST   /control/resources   {"resources": [{"kind", "key", "entity", "content"}]}: adds what nobody asked for
 *   DELETE /control/resources   {"kind", "keys": […]}: loses what was done with the keys
 */
export async function answerControl(
  service: DownstreamService,
  method: string,
  url: URL,
  body: Buffer
): Promise<JsonAnswer> {
  try {
    switch (`${method} ${url.pathname.replace(/\/+$/, '')}`) {
      case 'GET /control/settings':
        return { status: 200, body: service.settings };
      case 'PUT /control/settings':
        service.change(parseSettings(parseObject(body)));
        return { status: 200, body: service.settings };
      case 'POST /control/plans': {
        const plans = listOf(body, 'plans').map(parsePlan);
        for (const plan of plans) service.plan(plan);
        return { status: 200, body: { planned: plans.length } };
      }
      case 'DELETE /control/plans':
        service.clearPlans();
        return { status: 200, body: {} };
      case 'GET /control/attempts':
        return { status: 200, body: { attempts: service.store.attempts(Number(url.searchParams.get('from') ?? 0)) } };
      case 'GET /control/resources': {
        const kind = url.searchParams.get('kind');
        return {
          status: 200,
          body: { resources: service.store.resources(kind === null ? undefined : kindNamed(kind)) }
        };
      }
      case 'POST /control/resources': {
        const planted = listOf(body, 'resources').map((value) => plantedOf(value));
        const resources = [];
        for (const { kind, ...about } of planted) {
          const resource = service.store.newResource(kindNamed(kind), about);
          resources.push(resource);
          await service.store.plant(resource);
        }
        return { status: 201, body: { resources } };
      }
      case 'DELETE /control/resources': {
        const kind = kindNamed(String(parseObject(body)?.kind));
        const keys = listOf(body, 'keys').map(String);
        for (const key of keys) await service.store.forget(kind, key);
        return { status: 200, body: { forgotten: keys.length } };
      }
      default:
        return problem(404, 'no_such_control');
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { status: 400, body: { error: { code: 'not_understood', message: error.message } } };
  }
}

function parseSettings(value: Record<string, unknown> | undefined): Partial<DownstreamSettings> {
  if (value === undefined) throw new TypeError('Settings are a JSON object.');
  const { honoursKeys, onePerEntity, clockAheadMs, mix, ...others } = value;
  if (clockAheadMs !== undefined && typeof clockAheadMs !== 'number') {
    throw new TypeError('"clockAheadMs" is a number.');
  }
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`There is no setting "${unknown}".`);
  return {
    ...(honoursKeys === undefined ? {} : { honoursKeys: honoursKeys === true }),
    ...(onePerEntity === undefined ? {} : { onePerEntity: onePerEntity === true }),
    ...(clockAheadMs === undefined ? {} : { clockAheadMs }),
    ...(mix === undefined ? {} : { mix: parseMix(mix) })
  } as Partial<DownstreamSettings>;
}

function parseMix(value: unknown): DownstreamSettings['mix'] {
  if (value === null) return undefined;
  const { seed, failPercent } = value as { seed?: unknown; failPercent?: unknown };
  if (typeof seed !== 'number' || typeof failPercent !== 'number' || failPercent < 0 || failPercent > 100) {
    throw new TypeError('A mix has a "seed" and a "failPercent" from 0 to 100.');
  }
  return { seed, failPercent };
}

function listOf(body: Buffer, name: string): unknown[] {
  const value = parseObject(body)?.[name];
  if (!Array.isArray(value)) throw new TypeError(`The body must hold "${name}", a list.`);
  return value;
}

function plantedOf(value: unknown): {
  kind: string;
  key: string;
  entity: string;
  content: Record<string, unknown>;
} {
  const { kind, key, entity, content } = (value ?? {}) as Record<string, unknown>;
  if (typeof kind !== 'string' || typeof key !== 'string' || typeof entity !== 'string') {
    throw new TypeError('A resource has "kind", "key", "entity" and "content".');
  }
  if (typeof content !== 'object' || content === null) throw new TypeError('The "content" of a resource is an object.');
  return { kind, key, entity, content: content as Record<string, unknown> };
}

function kindNamed(path: string): NonNullable<ReturnType<typeof kindOfPath>> {
  const kind = kindOfPath(path);
  if (kind === undefined) throw new TypeError(`There is no kind "${path}".`);
  return kind;
}
