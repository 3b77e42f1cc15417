/** Resolves as soon as the check holds; fails by the test's own time limit and not before. */
export async function until<T>(
  check: () => Promise<T | false | undefined> | T | false | undefined,
): Promise<T> {
  for (;;) {
    const found = await check();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
