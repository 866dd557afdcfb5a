import type pg from 'pg';

/** A column of the rows that a statement answers with, as Postgres describes it before anything runs. */
export interface DescribedColumn {
  readonly name: string;
  /** The name of its type. */
  readonly type: string;
  /** True if a column of a table of ours can be null. Undefined for computed columns, and for catalogues. */
  readonly isNullable: boolean | undefined;
}

/** The first relation of our own: those below it came with Postgres. */
const FIRST_OWN_RELATION = 16_384;

interface Field {
  readonly name: string;
  readonly tableID: number;
  readonly columnID: number;
  readonly dataTypeID: number;
}

/** The part of the driver's connection that prepares without running. */
interface Connection {
  parse(query: { text: string; name: string; types: never[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** Hands a statement to Postgres as the driver does, to be prepared and described, and not to be run. */
class Preparation implements pg.Submittable {
  readonly #text: string;
  readonly #resolve: (fields: readonly Field[]) => void;
  #fields: readonly Field[] = [];
  readonly handleError: (error: Error) => void;

  constructor(text: string, resolve: (fields: readonly Field[]) => void, reject: (error: Error) => void) {
    [this.#text, this.#resolve, this.handleError] = [text, resolve, reject];
  }

  readonly submit = (connection: unknown): void => {
    const driver = connection as Connection;
    driver.parse({ text: this.#text, name: '', types: [] });
    driver.describe({ type: 'S', name: '' });
    driver.sync();
  };

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#fields = fields;
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#fields);
  }
}

/**
 * The columns of a statement against the schema that is there.
 *
 * @throws what Postgres says of a text that it cannot prepare
 */
export async function describeStatement(client: pg.ClientBase, text: string): Promise<DescribedColumn[]> {
  const fields = await new Promise<readonly Field[]>((resolve, reject) => {
    client.query(new Preparation(text, resolve, reject));
  });
  const { rows } = await client.query<DescribedColumn>(
    `SELECT field.name, format_type(field.type, NULL) AS type, NOT attnotnull AS "isNullable"
     FROM unnest($1::text[], $2::oid[], $3::oid[], $4::int[]) WITH ORDINALITY AS field (name, type, relation, number, place)
       LEFT JOIN pg_attribute ON attrelid = relation AND attnum = number AND relation >= ${FIRST_OWN_RELATION}
     ORDER BY place`,
    [
      fields.map(({ name }) => name),
      fields.map(({ dataTypeID }) => dataTypeID),
      fields.map(({ tableID }) => tableID),
      fields.map(({ columnID }) => columnID),
    ],
  );
  return rows.map((row) => ({ ...row, isNullable: row.isNullable ?? undefined }));
}
