import type { RequestFault } from '../shared/request-fault.ts';

const NO_BACKGROUND: RequestFault = {
  message:
    'The gateway serves no background responses, because it has no endpoint to retrieve, cancel or price them. Omit `background`, and set `stream` to true for a long answer. POST /v1/responses then returns the answer directly.',
  code: 'background_not_supported',
  param: 'background',
};

/** The fault of a request in the background. Some servers read any value of `background` other than false as true. */
export function requestFault({ background }: Readonly<Record<string, unknown>>): RequestFault | undefined {
  return background === undefined || background === null || background === false ? undefined : NO_BACKGROUND;
}
