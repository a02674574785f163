/**
 * Returns a function that remembers its last result and makes another one only for other arguments: for a value that
 * depends on the configuration, which is the same for the life of a process and changes between tests.
 */
export function rememberLast<Arguments extends readonly unknown[], Result>(
  make: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  let last: { args: Arguments; result: Result } | undefined;
  return (...args) => {
    if (!last || last.args.some((each, i) => each !== args[i])) last = { args, result: make(...args) };
    return last.result;
  };
}
