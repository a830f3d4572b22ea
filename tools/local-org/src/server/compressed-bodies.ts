import { createGunzip, createInflate } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../platform/api-error.js';

/**
 * Unpacks bodies that are sent with `Content-Encoding: gzip` or `deflate`. The server's limit for bodies counts what comes out.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/intro_rest_compression.htm
 */
export function unpackBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase();
    if (encoding === undefined || encoding === 'identity') return payload;
    if (encoding !== 'gzip' && encoding !== 'deflate') {
      throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', `the content encoding '${encoding}' is not known`);
    }
    const unpacked = Object.assign(encoding === 'gzip' ? createGunzip() : createInflate(), {
      receivedEncodedLength: 0
    });
    payload.on('data', (chunk: Buffer) => (unpacked.receivedEncodedLength += chunk.length));
    payload.on('error', (error) => unpacked.destroy(error));
    return payload.pipe(unpacked);
  });
}
