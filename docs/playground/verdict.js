// What a check has found, as `learn check` tells it (common/tools/learn/check.cpp, page.cpp).

/** Before a check is stopped, in seconds. A kernel that never ends is told of earlier. */
export const CHECK_SECONDS = 60;
export const CHECK_ENVIRONMENT = {SIMT_TIMEOUT: "10"};

/** New each time, so that what a submission prints is not taken for the verdict of its check. */
export const newToken = () => Array.from(crypto.getRandomValues(new Uint32Array(2))).join("");

/**
 * @param {number} code with which the check has ended
 * @param {string} output all that it has written
 * @param {string} token what it was told to write behind PASS
 * @returns {{state: string, text: string}}
 */
export function judge(code, output, token) {
  const text = output.replace(/\n {8}hints: .*/, "");  // where they are is told below
  if (code === 0) {
    if (output.includes(`PASS ${token}\n`)) return {state: "passes", text: ""};
    return {state: "wrong", text: `${text}The program ended before its check did.\n`};
  }
  if (code === 1) {
    const state = text.includes("cudaErrorLaunchTimeout") ? "takes too long"
      : text.includes("cudaErrorIllegalAddress") ? "crashes" : "wrong";
    return {state, text};
  }
  if (code === 77) return text.includes("not started") ? {state: "not started", text: ""} : {state: "cannot run here", text};
  return {state: "crashes", text: `${text}The program ended with exit code ${code}.\n`};
}

export const stoppedAfter = (seconds, text) => ({
  state: "takes too long", text: `${text}It was stopped after ${seconds} s.\n`,
});

/** What to do next; hints are offered beside it. */
export function nextStep(state, isEdited) {
  return {
    "not started": isEdited
      ? "The file is edited, but nothing was written: is the kernel launched, and the case open, if there is one?"
      : "Next: edit between // TODO and // END.",
    "does not compile": "Next: fix what the first line says; what follows may come from it.",
    "crashes": "Next: find the access that leaves its memory, or the call that ends the program.",
    "takes too long": "Next: look for a loop whose condition never changes, for a thread that never comes to a barrier, " +
      "or for one thread that does the work of many.",
    "wrong": "Next: find out why, and check again.",
    "cannot run here": "Next: build it for the CPU backend, on a machine of yours.",
  }[state] ?? "";
}

/** The hints of an exercise and what was learned, from its page: hint k + 1 lies inside of hint k. */
export function hintsOf(page) {
  const body = (details) => {
    const copy = details.cloneNode(true);
    copy.querySelectorAll("details").forEach((inner) => inner.remove());
    const title = copy.querySelector("summary");
    title.remove();
    for (const part of copy.querySelectorAll("[id]")) part.removeAttribute("id");
    return {title: title.textContent, nodes: [...copy.childNodes]};
  };
  const learned = page.querySelector("details.learned");
  return {hints: [...page.querySelectorAll("details.hint")].map(body), learned: learned && body(learned)};
}
