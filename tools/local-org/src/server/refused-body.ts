import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long a client may go on sending a body that was refused. */
const LINGER_MS = 10_000;

/**
 * Lets a client read why its body is refused while it still sends it: a connection that is closed over unread bytes is reset, and a
 * reset takes the answer with it. What comes is dropped by Node, and the connection ends when too much time passes.
 * Source: RFC 9112, section 9.6 (a server closes in stages).
 */
export function lingerAfterRefusal(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  const end = setTimeout(() => request.raw.socket.destroy(), LINGER_MS);
  request.raw.once('close', () => clearTimeout(end));
}
