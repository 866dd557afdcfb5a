import type { FastifyReply, FastifyRequest } from 'fastify';

/** A function that runs for a request before its handler. */
export type RequestHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
