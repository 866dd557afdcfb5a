/** The exit codes of `tt`. The help topic `exit-codes` lists them with these sentences. */
export const EXIT_CODES = {
  done: { code: 0, means: 'The command is done. An empty result and a reader that closed early are also success.' },
  fault: {
    code: 1,
    means: 'A defect, an unknown command, or an instant of `evals validate --now` that cannot be read.',
  },
  usage: { code: 2, means: 'The command line cannot be run. Nothing was done.' },
  refused: { code: 3, means: 'The service refused: a missing permission, a refusal, or a gate that stops work early.' },
  not_found: { code: 4, means: 'What the command names does not exist, or the caller cannot see it.' },
  conflict: { code: 5, means: 'A conflict: a stale revision, or the same idempotency key with another body.' },
  unavailable: { code: 6, means: 'No answer: the connection failed, the service is busy, or the time is over.' },
  partial: {
    code: 7,
    means: 'A part failed: some lines were unreadable (`--strict`), or some of many requests failed.',
  },
  gate_failed: { code: 10, means: 'The work is done and its gate failed, such as a check of `doctor`.' },
  interrupted: { code: 130, means: 'Ctrl-C ended the command. Other signals end it with 128 and their number.' },
} as const;

export type Exit = keyof typeof EXIT_CODES;
