/** An error that rolls back its transaction; `instead` is then the result. */
export abstract class RollbackError<Instead> extends Error {
  readonly instead: Instead;

  constructor(instead: Instead) {
    super('The transaction was rolled back.');
    this.instead = instead;
  }
}
