// What a number means to whoever has to believe it: audits, searches, mu. Questions, and their answers as the program prints them.
import { bracket, down, exponent, fixed, number, up } from "./numbers.js";

// Of each question: what answers it, its fields (option, label, what it begins with, or what can be chosen).
const audit = [["confidence", "Confidence", "0.95"], ["looks", "Attacks that were tried (the best of so many, fixed before)", "1"]];
export const kinds = {
  counts: {
    name: "Does an attack contradict this? Independent runs", what: "audit",
    fields: [["tp", "Said 'in' of the runs with the record, as 300/1000", "300/1000"], ["fp", "Said 'in' of the runs without it", "20/1000"], ...audit,
      ["test", "Test, chosen before the data are seen", "product", ["product", "rectangle"]]],
  },
  "one-run": {
    name: "Does an attack contradict this? One run with canaries", what: "audit",
    fields: [["one-run", "Canaries, guesses, right ones, as 1000,600,600", "1000,600,600"], ...audit],
  },
  tune: {
    name: "What does a search for hyperparameters cost?", what: "tune",
    fields: [["runs", "Law of the secret number of runs, as geometric:mean=10", "geometric:mean=10"]],
  },
  gdp: {
    name: "What is this in Gaussian differential privacy?", what: "gdp",
    fields: [["fpr-min", "Smallest error rates that it is to hold for; empty: all", "1e-3"]],
  },
};

// Every field once, with what it begins with.
export const firstEvidence = Object.fromEntries(Object.values(kinds).flatMap((kind) => kind.fields.map(([key, , first]) => [key, first])));

// The options of a question; those of the page are in `question`.
export function evidenceQuestion(state, question) {
  const kind = kinds[state.evidence], own = { ...question };
  if (kind.what === "audit") delete own["relative-tolerance"]; // it knows how close it has to come
  const given = kind.fields.map(([key]) => [key, state.facts[key]]).filter(([, value]) => value !== "");
  return { ...(kind.what === "gdp" ? {} : { delta: state.delta }), ...Object.fromEntries(given), ...own };
}

// Ten digits, without zeros at the end.
const short = (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
const atLeast = (value) => short(down(value, 10)), atMost = (value) => short(up(value, 10));

function auditLines(answer, delta) {
  const lines = [];
  if (answer.tpr_lower !== null) lines.push(`true-positive rate at least ${atLeast(answer.tpr_lower)}, false-positive rate at most ${atMost(answer.fpr_upper)}`);
  const refuted = number(answer.epsilon_lower), claimed = number(answer.epsilon_claimed);
  const alone = answer.adjacency === "remove" || answer.adjacency === "add" ? `, of this direction alone: ${answer.adjacency}` : "";
  lines.push(`refuted: ${refuted > 0 ? `every epsilon below ${atLeast(refuted)}` : "no epsilon"} at delta = ${delta}${alone}`);
  if (answer.epsilon_printed !== null) lines.push(`as printed (Steinke, Nasr and Jagielski 2023; no theorem for all counts): ${fixed(number(answer.epsilon_printed), 4, false)}`);
  if (claimed !== null) lines.push(claimed < Infinity ? `the mechanisms have at most ${atMost(claimed)} there, certified` : "no epsilon of the mechanisms is certified there");
  lines.push(`p-value of the certified curve, ${answer.adjacency}: at most ${exponent(answer.p_value, 4)}`, answer.verdict);
  return [lines, [answer.meaning, ...answer.assumes, "The verdict and the refuted epsilon hold with this confidence each, not both together."]];
}

function tuneLines(answer) {
  const show = (one) => bracket(number(one.lower), number(one.upper)).join(" ≤ epsilon ≤ "), others = answer.others;
  const [low, high] = [number(answer.epsilon.lower), number(answer.epsilon.upper)];
  const lines = [`one run: ${show(answer.base)}`, `the best of ${answer.runs} runs (${Number(answer.mean_runs.toPrecision(6))} on average): ${fixed(low, 6, false)} ≤ epsilon ≤ ${fixed(high, 6, true)}`];
  if (others.published !== null) lines.push(`as published (Koskela, Redberg and Wang 2024): ${fixed(number(others.published), 4, true)}`);
  if (others.renyi !== null) lines.push(`by Renyi divergences (Papernot and Steinke 2022): ${fixed(number(others.renyi), 4, true)}`);
  return [lines, [...answer.assumes, answer.meaning]];
}

function gdpLines(answer) {
  const lines = [bracket(number(answer.mu.lower), number(answer.mu.upper)).join(" ≤ mu ≤ ")];
  lines.push(answer.fpr_min > 0 ? `at false-positive and false-negative rates of at least ${answer.fpr_min}; nothing is said about rarer errors` : "at all error rates");
  return [lines, answer.gap ? ["The two ends come from different pairs, as no single one is known: the truth lies between them."] : []];
}

// The lines of an answer, and the sentences that belong beside it.
export function evidenceLines(state, answer) {
  const what = kinds[state.evidence].what, [lines, notes] = what === "audit" ? auditLines(answer, state.delta) : what === "tune" ? tuneLines(answer) : gdpLines(answer);
  return [lines, [...notes, ...answer.notes]];
}
