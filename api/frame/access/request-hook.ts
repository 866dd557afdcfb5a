import type { FastifyReply, FastifyRequest } from 'fastify';

/** What runs for a request before its handler. */
export type RequestHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
