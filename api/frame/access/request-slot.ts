import type { FastifyRequest } from 'fastify';
import { DefectError } from '../../../domain/kernel/errors.ts';

/** A place for something that a hook found out about a request and that its handler needs. */
export interface RequestSlot<Value> {
  set(request: FastifyRequest, value: Value): void;
  /** @throws DefectError when the route has no hook that fills the slot */
  of(request: FastifyRequest): Value;
  /** The value so far, if there is one. */
  find(request: FastifyRequest): Value | undefined;
}

/** Makes a slot; `name` is what the defect names. */
export function requestSlot<Value extends object>(name: string): RequestSlot<Value> {
  const values = new WeakMap<FastifyRequest, Value>();
  return {
    set: (request, value) => void values.set(request, value),
    of(request) {
      const value = values.get(request);
      if (value === undefined) throw new DefectError(`The route ${request.url} has no hook that loads its ${name}.`);
      return value;
    },
    find: (request) => values.get(request),
  };
}
