/** A question of a user's first hour, and the page that answers it. */
export interface FirstHourQuestion {
  /** The question as a user types it. */
  readonly question: string;
  /** The page that answers the question, below the project. Its first block prints the answer. */
  readonly page: string;
  /** The pattern of the block's output. */
  readonly answer: RegExp;
}

/** Ten questions of a user's first hour. The search of the site finds each page among its first three hits. */
export const FIRST_HOUR: readonly FirstHourQuestion[] = [
  {
    question: 'how do I see spend by model last week',
    page: 'docs/how-to/see-spend-by-model.md',
    answer: /'synthetic-large' +│ '\d+\.\d+'/,
  },
  {
    question: 'why is this figure partial',
    page: 'docs/how-to/find-out-why-a-figure-is-partial.md',
    answer: /'provider_spend\.v1' │ 'partial' +│ '[\w: ]*unpriced_population'/,
  },
  {
    question: 'how do I pause a schedule',
    page: 'docs/how-to/pause-a-schedule.md',
    answer: /^paused$/m,
  },
  {
    question: 'how do I add a provider',
    page: 'docs/how-to/add-a-provider.md',
    answer: /tokentriage\.yaml is valid and can be composed\./,
  },
  {
    question: 'where is my failed run',
    page: 'docs/how-to/find-a-failed-run.md',
    answer: /^state +failed$[^]*^failure_code +output_cap_exceeded$[^]*^run_id +rrun_/m,
  },
  {
    question: 'how do I limit what a key can spend',
    page: 'docs/how-to/limit-the-spend-of-a-key.md',
    answer: /node: "key:kid_\w+", budget_usd: 50/,
  },
  {
    question: 'how do I create an API key',
    page: 'docs/how-to/create-a-key.md',
    answer: /^token +ttk_/m,
  },
  {
    question: 'how do I back up my data',
    page: 'docs/backup-and-restore.md',
    answer: /truetally-backup has \d+ files/,
  },
  {
    question: 'which of two models is cheaper and faster',
    page: 'docs/how-to/compare-two-models.md',
    answer: /^│ provider_spend\.v1 +│ '\d+\.\d+' +│ '\d+\.\d+' +│$/m,
  },
  {
    question: 'how do I export figures to CSV',
    page: 'docs/how-to/export-figures-as-csv.md',
    answer: /^synthetic-large,provider_spend\.v1,partial,\d+,nano_usd,\d+\.\d+,/m,
  },
];
