/**
 * Asks for a key at most once at a time. Questions that come while one is under way are answered together by the next one, which
 * begins after all of them came: nobody gets an answer older than the question.
 */
export function shareRead<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  const waiting = new Map<string, Promise<T>>();

  function begin(key: string): Promise<T> {
    const answer = read(key).finally(() => {
      if (running.get(key) === answer) running.delete(key);
    });
    running.set(key, answer);
    return answer;
  }

  return (key) => {
    const current = running.get(key);
    if (!current) return begin(key);
    const known = waiting.get(key);
    if (known) return known;
    const beginNext = () => {
      waiting.delete(key);
      return begin(key);
    };
    const next = current.then(beginNext, beginNext);
    waiting.set(key, next);
    return next;
  };
}
