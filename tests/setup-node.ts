/** All files share one process; each gets its own modules, and each test the real clock and globals. */
import { afterEach, vi } from "vitest";

vi.resetModules();

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
