import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteModule } from '../host.js';
import { element, envelope, escapeXml, fault, parseEnvelope } from './envelope.js';
import { debugLevelsOf } from './debugging-header.js';
import type { AnonymousReply } from './operations.js';
import { refusalOf, type Refusal } from './refusal.js';

const INVALID_SESSION = 'Invalid Session ID found in SessionHeader';
const NAMESPACE = 'http://soap.sforce.com/2006/08/apex';

/** The Apex SOAP API, of which the CLI uses executeAnonymous. */
export const apexSoapRoutes: RouteModule = (app, org) => {
  const execute = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header('content-type', 'text/xml; charset=utf-8');
    const refuse = ({ errorCode, message }: Refusal): FastifyReply => reply.code(500).send(fault(errorCode, message));
    try {
      const soap = parseEnvelope(request.body as Buffer);
      const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      const session = org.findSession(soap.sessionId ?? bearer ?? '');
      if (!session) return refuse({ errorCode: 'INVALID_SESSION_ID', message: INVALID_SESSION });
      if (soap.operation !== 'executeAnonymous') {
        const message = `not supported by the local org: Apex SOAP ${soap.operation}`;
        return refuse({ errorCode: 'INVALID_OPERATION', message });
      }
      const source = String(soap.body.String ?? soap.body.apexcode ?? '');
      const levels = debugLevelsOf(soap.headers);
      const payload = { source, ...(levels ? { levels } : {}) };
      const result = await org.run<AnonymousReply>('execute-anonymous', payload, session.userId);
      const header = `<DebuggingInfo><debugLog>${escapeXml(result.log)}</debugLog></DebuggingInfo>`;
      return reply.send(envelope(NAMESPACE, resultXml(result), header));
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      return refuse(refusal);
    }
  };
  for (const url of ['/services/Soap/s/:version', '/services/Soap/s/:version/:organization']) {
    app.post(url, { config: { ownAuthentication: true } }, execute);
  }
};

function resultXml(result: AnonymousReply): string {
  return (
    '<executeAnonymousResponse><result>' +
    element('column', result.column) +
    element('compileProblem', result.compileProblem) +
    element('compiled', result.compiled) +
    element('exceptionMessage', result.exceptionMessage) +
    element('exceptionStackTrace', result.exceptionStackTrace) +
    element('line', result.line) +
    element('success', result.success) +
    '</result></executeAnonymousResponse>'
  );
}
