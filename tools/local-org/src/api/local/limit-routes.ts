import { ApiError } from '../../platform/api-error.js';
import { OrgUsage } from '../../platform/usage.js';
import { sendJson, type RouteModule } from '../host.js';
import { jsonBody } from '../rest/json-body.js';
import { requireAdministrator } from './administrator.js';

const LIMITS = '/local-org/v1/limits';
/** What the counters can hold. */
const LARGEST = 1_000_000_000;

/** Allowances of the org: how they stand, and how much there is of each. */
export const limitRoutes: RouteModule = (app, org) => {
  app.get(LIMITS, async (request, reply) => {
    requireAdministrator(request, org);
    return sendJson(reply, 200, org.usage.report());
  });

  /** `{"DailyApiRequests": {"remaining": 10}}`, or `"maximum"`. */
  app.post(LIMITS, async (request, reply) => {
    requireAdministrator(request, org);
    const body = jsonBody(request);
    const changes = Object.entries(body).map(([name, value]) => newMaximum(org.usage, name, value));
    for (const { name, maximum } of changes) org.usage.setMaximum(name, maximum);
    return sendJson(reply, 200, org.usage.report());
  });
};

function newMaximum(
  usage: OrgUsage,
  name: string,
  value: unknown
): { name: Parameters<OrgUsage['setMaximum']>[0]; maximum: number } {
  if (!OrgUsage.isName(name)) throw new ApiError(400, 'INVALID_REQUEST', `there is no limit ${name}`);
  const { remaining, maximum, ...others } = (value ?? {}) as { remaining?: unknown; maximum?: unknown };
  const given = remaining ?? maximum;
  const isNumber = typeof given === 'number' && Number.isInteger(given) && given >= 0 && given <= LARGEST;
  if (!isNumber || (remaining !== undefined && maximum !== undefined) || Object.keys(others).length > 0) {
    throw new ApiError(
      400,
      'INVALID_REQUEST',
      `"${name}" must hold either "remaining" or "maximum", a whole number up to ${LARGEST}`
    );
  }
  return { name, maximum: remaining === undefined ? given : usage.used(name) + given };
}
