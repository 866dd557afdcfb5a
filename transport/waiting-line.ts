/** A reusable position in a line. Its owner joins and leaves with the same ticket any number of times. */
export class WaitingTicket<Owner> {
  readonly owner: Owner;
  isTaken = false;
  ahead: WaitingTicket<Owner> | undefined;
  behind: WaitingTicket<Owner> | undefined;

  constructor(owner: Owner) {
    this.owner = owner;
  }
}

/**
 * A queue in the order of joining. Joining and leaving allocate nothing, whereas a `Set` reallocates its table again
 * and again.
 */
export class WaitingLine<Owner> {
  #first: WaitingTicket<Owner> | undefined;
  #last: WaitingTicket<Owner> | undefined;

  /** The owner of the first ticket; undefined if the line is empty. */
  get first(): Owner | undefined {
    return this.#first?.owner;
  }

  /** Joins at the end of the line, unless the ticket is already in it. */
  join(ticket: WaitingTicket<Owner>): void {
    if (ticket.isTaken) return;
    ticket.isTaken = true;
    ticket.ahead = this.#last;
    if (this.#last === undefined) this.#first = ticket;
    else this.#last.behind = ticket;
    this.#last = ticket;
  }

  /** Leaves the line from any position. */
  leave(ticket: WaitingTicket<Owner>): void {
    if (!ticket.isTaken) return;
    const { ahead, behind } = ticket;
    if (ahead === undefined) this.#first = behind;
    else ahead.behind = behind;
    if (behind === undefined) this.#last = ahead;
    else behind.ahead = ahead;
    ticket.isTaken = false;
    ticket.ahead = undefined;
    ticket.behind = undefined;
  }
}
