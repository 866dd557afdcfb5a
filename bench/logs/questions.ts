import { LOG_END } from './write-log.ts';

/** A question that every contender answers with rows of a key, calls and nano-USD, separated by tabs. */
export interface LogQuestion {
  readonly name: string;
  readonly tt: readonly string[];
  /** True if the other contenders also count calls without an ending, as `tt` does. */
  readonly countsOpen: boolean;
  readonly duckdb: string;
  readonly jq: string;
  readonly mlr: string;
}

const SINCE = new Date(LOG_END.getTime() - 86_400_000).toISOString();
const TOP = 20;

const COLUMNS = `{
  event: 'VARCHAR', logical_request_id: 'VARCHAR', dimensions: 'STRUCT(agent VARCHAR)',
  ended: 'STRUCT(logical_request_id VARCHAR, trace_id VARCHAR, dimensions STRUCT(agent VARCHAR))',
  admitted_at: 'VARCHAR',
  attempts: 'STRUCT(called STRUCT(provider_model VARCHAR), cost STRUCT(price_state VARCHAR, nanos VARCHAR))[]'
}`;
const READ = `read_json('GLOB', format = 'newline_delimited', columns = ${COLUMNS})`;
const NANOS = `CASE WHEN len(list_filter(attempts, lambda a: a.cost.price_state <> 'priced')) > 0 THEN 0
  ELSE coalesce(list_sum(list_transform(attempts, lambda a: CAST(a.cost.nanos AS BIGINT))), 0) END`;

function duckdb(key: string, where = ''): string {
  return `SELECT coalesce(${key}, ''), count(*), sum(${NANOS}) FROM ${READ} WHERE ended IS NOT NULL ${where} GROUP BY 1`;
}

const DUCKDB_AGENT = `WITH lines AS (SELECT * FROM ${READ}),
  calls AS (
    SELECT ended.dimensions.agent AS agent, ${NANOS} AS nanos FROM lines WHERE ended IS NOT NULL
    UNION ALL
    SELECT dimensions.agent, 0 FROM lines admitted
      ANTI JOIN (SELECT ended.logical_request_id AS id FROM lines WHERE ended IS NOT NULL) endings
        ON admitted.logical_request_id = endings.id
      WHERE event = 'request_admitted')
  SELECT coalesce(agent, ''), count(*), sum(nanos) FROM calls GROUP BY 1`;

function jq(key: string, where = 'true'): string {
  return `reduce (inputs | select(.ended and (${where}))) as $c ({};
    ($c | ${key} // "") as $key
    | ($c.attempts | if any(.[]; .cost.price_state != "priced") then 0 else map(.cost.nanos | tonumber) | add // 0 end) as $nanos
    | .[$key].calls += 1 | .[$key].nanos += $nanos)
    | to_entries[] | [.key, .value.calls, .value.nanos] | @tsv`;
}

function mlr(key: string, where = 'true'): string {
  return `if (is_present($ended) && ${where}) {
      str k = "-";
      ${key}
      num n = 0;
      num unpriced = 0;
      for (a in $attempts) {
        if (a["cost"]["price_state"] == "priced") { n += int(a["cost"]["nanos"]) } else { unpriced = 1 }
      }
      @calls[k] = (@calls[k] ?? 0) + 1;
      @nanos[k] = (@nanos[k] ?? 0) + (unpriced == 1 ? 0 : n);
    }
    end { for (k, v in @calls) { print (k == "-" ? "" : k) . "\\t" . v . "\\t" . @nanos[k] } }`;
}

const MLR_MODEL = 'if (length($attempts) > 0) { k = $attempts[-1]["called"]["provider_model"] }';

/** `tt` answers `--by trace` with the largest traces; the others with all, of which the largest are compared. */
export const QUESTIONS: readonly LogQuestion[] = [
  {
    name: 'by model',
    tt: ['--by', 'model'],
    countsOpen: false,
    duckdb: duckdb('attempts[-1].called.provider_model'),
    jq: jq('.attempts[-1].called.provider_model'),
    mlr: mlr(MLR_MODEL),
  },
  {
    name: 'by agent, with calls that have no ending',
    tt: ['--by', 'agent'],
    countsOpen: true,
    duckdb: DUCKDB_AGENT,
    jq: '',
    mlr: '',
  },
  {
    name: `the ${TOP} most expensive traces`,
    tt: ['--by', 'trace', '--limit', String(TOP)],
    countsOpen: false,
    duckdb: `${duckdb('ended.trace_id')} ORDER BY 3 DESC, 1 LIMIT ${TOP}`,
    // An object with a member for each trace takes jq a time that grows with the square of their number.
    jq: '',
    mlr: '',
  },
  {
    name: 'by model, the last day of 30',
    tt: ['--by', 'model', '--since', SINCE],
    countsOpen: false,
    duckdb: duckdb('attempts[-1].called.provider_model', `AND admitted_at >= '${SINCE}'`),
    jq: jq('.attempts[-1].called.provider_model', `.admitted_at >= "${SINCE}"`),
    mlr: mlr(MLR_MODEL, `$admitted_at >= "${SINCE}"`),
  },
];
