/** A place in a line. Its owner keeps it, and joins and leaves with it as often as it likes. */
export class WaitingTicket<Owner> {
  readonly owner: Owner;
  isTaken = false;
  ahead: WaitingTicket<Owner> | undefined;
  behind: WaitingTicket<Owner> | undefined;

  constructor(owner: Owner) {
    this.owner = owner;
  }
}

/** A queue in the order of joining. Joining and leaving allocate nothing: a `Set` makes a new table again and again. */
export class WaitingLine<Owner> {
  #first: WaitingTicket<Owner> | undefined;
  #last: WaitingTicket<Owner> | undefined;

  /** Undefined if nobody waits. */
  get first(): Owner | undefined {
    return this.#first?.owner;
  }

  /** Joins at the end, unless the place is taken. */
  join(ticket: WaitingTicket<Owner>): void {
    if (ticket.isTaken) return;
    ticket.isTaken = true;
    ticket.ahead = this.#last;
    if (this.#last === undefined) this.#first = ticket;
    else this.#last.behind = ticket;
    this.#last = ticket;
  }

  /** Leaves from anywhere in the line. */
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
