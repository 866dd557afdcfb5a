import type { GenerationNames } from './call-name-list.ts';

/** LangSmith, with which LangChain exports its runs. Calls have the names of the conventions. */
export const LANGSMITH = {
  dimensions: { memberPrefixes: ['langsmith.metadata.'], labels: ['langsmith.span.tags'] },
} as const satisfies GenerationNames;
