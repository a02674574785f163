interface Flight<Value> {
  result: Promise<Value>;
  waiting: number;
  stop: AbortController;
}

/** Deduplicates concurrent calls by key, and aborts the work when the last caller leaves. */
export class SingleFlight<Value> {
  readonly #flights = new Map<string, Flight<Value>>();

  /**
   * Joins the work under way for a key, or starts it.
   *
   * @param work receives a signal that aborts when the last caller has left
   * @param gone aborts when this caller leaves
   * @throws what `work` throws, to every caller
   */
  async join(key: string, work: (signal: AbortSignal) => Promise<Value>, gone: AbortSignal): Promise<Value> {
    const flight = this.#flights.get(key) ?? this.#begin(key, work);
    flight.waiting += 1;
    const leave = () => {
      flight.waiting -= 1;
      if (flight.waiting > 0) return;
      this.#end(key, flight);
      flight.stop.abort();
    };
    gone.addEventListener("abort", leave, { once: true });
    try {
      return await flight.result;
    } finally {
      gone.removeEventListener("abort", leave);
    }
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
    const stop = new AbortController();
    const flight: Flight<Value> = { result: work(stop.signal), waiting: 0, stop };
    this.#flights.set(key, flight);
    const end = () => this.#end(key, flight);
    flight.result.then(end, end);
    return flight;
  }

  #end(key: string, flight: Flight<Value>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
