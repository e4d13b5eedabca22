// What is entered, as a value, and as the fragment of the address.
import { evidenceQuestion, firstEvidence, kinds } from "./evidence.js";

export const samplings = {
  poisson: { name: "Poisson: each record by its own coin", adjacency: "add-remove", quick: true },
  "balls-in-bins": { name: "balls in bins: each record into one batch of an epoch", adjacency: "add-remove" },
  "fixed-size": { name: "fixed size, drawn without replacement", adjacency: "add-remove", quick: true },
  "with-replacement": { name: "fixed size, drawn with replacement", adjacency: "add-remove" },
  "truncated-poisson": { name: "Poisson, cut to a largest size", adjacency: "add-remove" },
  shuffle: { name: "shuffled anew for each epoch", adjacency: "zero-out" },
  "shuffle-once": { name: "shuffled once", adjacency: "zero-out" },
  "fixed-order": { name: "a fixed order", adjacency: "zero-out", quick: true },
};

export const firstPhase = { N: "60000", batch: "256", epochs: "60", sigma: "1.1", sampling: "poisson", cap: "" };
const keys = ["N", "batch", "epochs", "sigma", "sampling", "cap"];

export const initial = () => ({ mode: "spend", delta: "1e-5", epsilon: "3", adjacency: "", format: "text", audience: "", evidence: "", facts: { ...firstEvidence }, phases: [{ ...firstPhase }] });

export function toFragment(state) {
  const out = new URLSearchParams();
  out.set("mode", state.mode);
  out.set("delta", state.delta);
  if (state.mode === "budget") out.set("epsilon", state.epsilon);
  if (state.adjacency) out.set("adjacency", state.adjacency);
  if (state.format !== "text") out.set("format", state.format);
  if (state.audience) out.set("audience", state.audience);
  if (state.evidence) {
    out.set("evidence", state.evidence);
    for (const [key] of kinds[state.evidence].fields) out.set(key, state.facts[key]);
  }
  for (const phase of state.phases) out.append("phase", keys.map((key) => phase[key]).join(" "));
  return "#" + out;
}

export function fromFragment(fragment) {
  const state = initial(), given = new URLSearchParams(fragment.replace(/^#/, ""));
  const pick = (key, allowed) => { if (given.has(key) && (!allowed || allowed.includes(given.get(key)))) state[key] = given.get(key); };
  pick("mode", ["spend", "budget"]);
  pick("delta");
  pick("epsilon");
  pick("adjacency", ["", "add-remove", "zero-out", "replace"]);
  pick("format", ["text", "markdown", "latex", "registry"]);
  pick("audience", ["", "officer"]);
  pick("evidence", Object.keys(kinds));
  for (const key of Object.keys(state.facts)) if (given.has(key)) state.facts[key] = given.get(key);
  const phases = given.getAll("phase").slice(0, 16).map((text) => {
    const words = text.split(" "), phase = { ...firstPhase };
    keys.forEach((key, i) => { if (words[i] !== undefined) phase[key] = words[i]; });
    if (!(phase.sampling in samplings)) phase.sampling = "poisson";
    return phase;
  });
  if (phases.length) state.phases = phases;
  return state;
}

// The neighbours that are asked about: those that are usual, zero-out where a phase has no others.
export function adjacencyOf(state) {
  return state.adjacency || (state.phases.some((phase) => samplings[phase.sampling].adjacency === "zero-out") ? "zero-out" : "add-remove");
}

// Exact kernels answer these in milliseconds to many digits; others are asked for as much as is quick.
export const isQuick = (state) => state.phases.every((phase) => samplings[phase.sampling].quick) && adjacencyOf(state) !== "replace"
  ? state.phases.every((phase) => phase.sampling !== "fixed-size" || adjacencyOf(state) === "add-remove")
  : state.phases.every((phase) => phase.sampling === "poisson" || phase.sampling === "fixed-order");

// The mechanism of a phase; `over` has other values.
export function spec(phase, over = {}) {
  const all = { ...phase, ...over };
  return `dp-sgd:N=${all.N},batch=${all.batch},epochs=${all.epochs},sigma=${all.sigma}` +
    (all.sampling === "poisson" ? "" : `,sampling=${all.sampling}`) + (all.sampling === "truncated-poisson" ? `,cap=${all.cap}` : "");
}

// What every question begins with.
export function base(state) {
  const adjacency = adjacencyOf(state), out = {};
  if (adjacency !== "add-remove") out.adjacency = adjacency;
  if (!isQuick(state)) out["relative-tolerance"] = "0.01";
  return out;
}

const quoted = (word) => (/^[A-Za-z0-9_+=/.,:@%-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'");

// What finds the noise, if that is asked for, and what gives epsilon.
export function commandLine(state, sigma) {
  const options = Object.entries(base(state)).flatMap(([key, value]) => ["--" + key, value]);
  const line = (words, mechanisms) => [...words, "--delta", state.delta, ...options, ...mechanisms].map(quoted).join(" ");
  const solving = sigma === undefined ? "" : line(["pld", "calibrate", "--epsilon", state.epsilon], specs(state, "solve")) + "\n";
  return solving + line(["pld", "epsilon"], specs(state, sigma));
}

// What gives the answer to a question about evidence.
export function evidenceCommand(state, sigma) {
  const { mechanisms, ...options } = evidenceQuestion(state, { ...base(state), mechanisms: specs(state, sigma) });
  return ["pld", kinds[state.evidence].what, ...Object.entries(options).flatMap(([key, value]) => ["--" + key, value]), ...mechanisms].map(quoted).join(" ");
}

export function pythonLines(state, sigma) {
  const list = specs(state, sigma).map((text) => JSON.stringify(text));
  const options = Object.entries(base(state)).map(([key, value]) =>
    `, ${key.replaceAll("-", "_")}=${key === "adjacency" ? JSON.stringify(value) : value}`).join("");
  return `import pld\nfloat(pld.epsilon(${list.length > 1 ? `[${list.join(", ")}]` : list[0]}, delta=${JSON.stringify(state.delta)}${options}))`;
}

// All phases; `sigma` stands for the noise of the first where that is found.
export const specs = (state, sigma) => state.phases.map((phase, i) => spec(phase, i === 0 && sigma !== undefined ? { sigma } : {}));
