import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/api-error.js';
import type { OrgGateway } from '../host.js';

/** @throws ApiError 403 unless the session is the administrator's. */
export function requireAdministrator(request: FastifyRequest, org: OrgGateway): void {
  if (request.session.userId !== org.adminUserId) {
    throw new ApiError(403, 'INSUFFICIENT_ACCESS', 'only the administrator of the local org may do this');
  }
}
