// The page: fields make a state, the state makes questions, answers are shown. Nothing is computed here.
import { adjacencyOf, base, commandLine, evidenceCommand, firstPhase, fromFragment, isQuick, pythonLines, samplings, specs, spec, toFragment } from "./state.js";
import { evidenceLines, evidenceQuestion, kinds } from "./evidence.js";
import { bracket, fixed, number, percent, percentRight } from "./numbers.js";
import { draw } from "./figure.js";

const find = (id) => document.getElementById(id);
let state = fromFragment(location.hash);
let round = null; // the questions that are under way

// --- questions ----------------------------------------------------------------------------------------------------------

class Refusal extends Error {
  constructor(object) {
    super(object.message);
    this.object = object;
  }
}

async function ask(what, question, signal) {
  let response;
  try {
    response = await fetch("v1/" + what, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question), signal });
  } catch (problem) {
    if (problem.name === "AbortError") throw problem;
    throw new Refusal({ word: "", message: "the server does not answer: is 'pld serve' still running?", allowed: "" });
  }
  const object = await response.json();
  if (!response.ok) throw new Refusal(object);
  return object;
}

// --- errors at their fields ---------------------------------------------------------------------------------------------

function clearErrors() {
  for (const place of document.querySelectorAll(".error")) place.textContent = "";
  for (const field of document.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
}

// The field that a refusal is about: the word is key=value of a mechanism, or the message begins with an option.
function fieldOf({ word, message, allowed }) {
  const option = /^--(delta|epsilon|adjacency)\b/.exec(message) || /^--(adjacency)/.exec(allowed);
  if (option) return option[1];
  const found = /^(N|batch|epochs|sigma|cap|B|sampling)=/.exec(word) || /^(N|batch|epochs|sigma|cap|sampling) of /.exec(message);
  if (!found) return null;
  const key = found[1] === "B" ? "cap" : found[1], value = word.slice(word.indexOf("=") + 1);
  const index = state.phases.findIndex((phase) => phase[key] === value);
  return `${key}-${Math.max(index, 0)}`;
}

function showRefusal(object) {
  const id = fieldOf(object), field = id && find(id);
  const sentence = object.message + (object.allowed ? ` (allowed: ${object.allowed})` : "");
  if (field) field.setAttribute("aria-invalid", "true");
  find(field ? "error-" + id : "error-general").textContent = sentence;
  find("headline").replaceChildren("No answer", Object.assign(document.createElement("small"), { textContent: object.message }));
  find("results").classList.add("empty");
  for (const id of ["bracket", "neighbours", "notes", "attack-words", "groups", "compare", "paragraph", "command", "python", "evidence-answer", "evidence-notes",
    "evidence-command"]) find(id).textContent = "";
  for (const place of document.querySelectorAll(".figure")) place.textContent = "";
}

// --- fields -------------------------------------------------------------------------------------------------------------

const phaseFields = [
  ["N", "Records in the data set (N)", ""],
  ["batch", "Batch size, on average", "", 0, 5],
  ["epochs", "Epochs", "", 0, 3],
  ["sigma", "Noise multiplier (sigma)", "Standard deviation of the noise over the clip norm.", -1, 1.5],
];

function addField(into, key, index, label, help, low, high) {
  const id = `${key}-${index}`, field = document.createElement("div");
  field.className = "field";
  field.dataset.key = key;
  field.innerHTML = `<label for="${id}">${label}</label><input id="${id}" inputmode="decimal" aria-describedby="${help ? `help-${id} ` : ""}error-${id}">` +
    (low === undefined ? "" : `<input type="range" data-of="${id}" min="${low}" max="${high}" step="0.005" aria-label="${label}, slider">`) +
    (help ? `<p class="help" id="help-${id}">${help}</p>` : "") + `<p class="error" id="error-${id}" role="alert"></p>`;
  into.append(field);
}

function makePhase(index) {
  const set = document.createElement("fieldset");
  set.innerHTML = `<legend>${state.phases.length > 1 ? `Phase ${index + 1}` : "Training"}</legend>`;
  for (const [key, label, help, low, high] of phaseFields) addField(set, key, index, label, help, low, high);
  const field = document.createElement("div"), id = `sampling-${index}`;
  field.className = "field";
  field.innerHTML = `<label for="${id}">How batches are made</label><select id="${id}" aria-describedby="error-${id}">${Object.entries(samplings).map(([value, one]) =>
    `<option value="${value}">${one.name}</option>`).join("")}</select><p class="error" id="error-${id}" role="alert"></p>`;
  set.append(field);
  addField(set, "cap", index, "Most records in a batch");
  if (state.phases.length > 1) {
    const remove = document.createElement("button");
    remove.type = "button";
    remove.textContent = `Remove phase ${index + 1}`;
    remove.addEventListener("click", () => { state.phases.splice(index, 1); makePhases(); changed(); find("add").focus(); });
    set.append(remove);
  }
  return set;
}

const slide = (value) => Number(10 ** value).toPrecision(3).replace(/\.?0+$/, (zeros) => (zeros.includes(".") ? "" : zeros));
const whole = { batch: true, epochs: true };

function makePhases() {
  find("phases").replaceChildren(...state.phases.map((_, index) => makePhase(index)));
  showState();
}

function setSlider(slider) {
  const value = Number(find(slider.dataset.of).value);
  if (value > 0) slider.value = Math.log10(value);
  slider.setAttribute("aria-valuetext", find(slider.dataset.of).value);
}

function makeEvidence() {
  const into = find("evidence-fields"), kind = kinds[state.evidence];
  into.replaceChildren();
  for (const [key, label, , choices] of kind ? kind.fields : []) {
    const field = document.createElement("div");
    field.className = "field";
    field.innerHTML = `<label for="fact-${key}">${label}</label>` + (choices
      ? `<select id="fact-${key}" data-fact="${key}">${choices.map((choice) => `<option value="${choice}">${choice}</option>`).join("")}</select>`
      : `<input id="fact-${key}" data-fact="${key}" aria-describedby="error-evidence">`);
    into.append(field);
  }
}

// The state in the fields, except in one that is being typed in.
function showState() {
  const set = (id, value) => { if (document.activeElement !== find(id)) find(id).value = value; };
  document.querySelector(`[name=mode][value=${state.mode}]`).checked = true;
  for (const key of ["delta", "epsilon", "adjacency", "format", "evidence"]) set(key, state[key]);
  for (const field of document.querySelectorAll("[data-fact]")) set(field.id, state.facts[field.dataset.fact]);
  find("officer").checked = state.audience === "officer";
  find("field-epsilon").hidden = state.mode !== "budget";
  state.phases.forEach((phase, index) => {
    for (const key of ["N", "batch", "epochs", "sigma", "sampling", "cap"]) set(`${key}-${index}`, phase[key]);
    find(`cap-${index}`).closest(".field").hidden = phase.sampling !== "truncated-poisson";
    find(`sigma-${index}`).closest(".field").hidden = state.mode === "budget" && index === 0;
  });
  document.querySelectorAll("input[type=range]").forEach(setSlider);
}

function takeField(target) {
  let id = target.id;
  if (target.type === "range") {
    id = target.dataset.of;
    const key = id.split("-")[0], text = slide(Number(target.value));
    find(id).value = whole[key] ? String(Math.max(1, Math.round(Number(text)))) : text;
  }
  if (target.name === "mode") state.mode = target.value;
  else if (target.dataset.fact) state.facts[target.dataset.fact] = target.value.trim();
  else if (id in state) state[id] = find(id).value.trim();
  else {
    const [key, index] = id.split("-");
    state.phases[index][key] = find(id).value.trim().replaceAll(" ", "");
  }
}

// --- answers ------------------------------------------------------------------------------------------------------------

const words = { "add-remove": "one record that is added or removed", "zero-out": "one record that stays and has no effect (zero-out)", replace: "one record that is replaced by another" };

function showAnswer(answer, calibrated) {
  const upper = number(answer.epsilon.upper), lower = number(answer.epsilon.lower);
  const [low, high] = bracket(lower, upper);
  const headline = find("headline");
  headline.textContent = calibrated ? `Noise multiplier ${calibrated.value}` : answer.report === null ? "No number to report" : `epsilon = ${answer.report}`;
  const small = document.createElement("small");
  small.textContent = calibrated ? `keeps to epsilon ≤ ${state.epsilon} at delta = ${state.delta}; it spends at most epsilon = ${high}` +
    (calibrated.limit === null ? "" : `, and ${calibrated.limit} is too little`) :
    answer.report === null ? "what was asked for is no guarantee: see the bracket and what it assumes" : `at delta = ${state.delta}: the number to report`;
  headline.append(small);
  find("bracket").textContent = `Certified: ${low} ≤ epsilon ≤ ${high}` +
    (answer.gap ? ". The two ends come from different pairs, as no single one is known: the truth lies between them; where is not known." : answer.tolerance_met ? "" : " (wider than asked for)");
  find("bracket").dataset.lower = answer.epsilon.lower;
  find("bracket").dataset.upper = answer.epsilon.upper;
  find("neighbours").textContent = `Neighbouring data sets differ by ${words[answer.adjacency]}.`;
  find("notes").replaceChildren(...answer.notes.map((note) => Object.assign(document.createElement("li"), { textContent: note })));
  find("version").textContent = "pld " + answer.version;
}

function makeTable(place, caption, heads, rows, numeric) {
  const table = document.createElement("table"), cell = (tag, text, i) => Object.assign(document.createElement(tag), { textContent: text, className: numeric.includes(i) ? "number" : "" });
  const line = (tag, texts) => { const row = document.createElement("tr"); row.append(...texts.map((text, i) => cell(tag, text, i))); return row; };
  table.append(Object.assign(document.createElement("caption"), { textContent: caption }));
  table.createTHead().append(line("th", heads));
  table.querySelectorAll("th").forEach((head) => { head.scope = "col"; });
  table.createTBody().append(...rows.map((texts) => line("td", texts)));
  place.replaceChildren(table);
}

async function showStatement(question, signal) {
  try {
    const answer = await ask("statement", { delta: state.delta, ...(state.format === "text" ? {} : { format: state.format }), ...(state.audience ? { audience: state.audience } : {}), ...question }, signal);
    find("paragraph").textContent = answer.statement;
  } catch (problem) { explain(problem, find("paragraph")); }
}

async function showGroups(question, signal) {
  if (adjacencyOf(state) !== "add-remove") {
    find("groups").textContent = "Groups are answered for records that are added or removed.";
    return;
  }
  try {
    const answer = await ask("statement", { delta: state.delta, groups: "2,4,8", ...question }, signal);
    makeTable(find("groups"), `All of a group's records added or all removed, at delta = ${state.delta}; upper ends, rounded up`, ["records", "epsilon"],
      [[1, answer.epsilon], ...answer.groups.map((group) => [group.k, group.epsilon])].map(([k, one]) => [k, fixed(number(one.upper), 3, true)]), [0, 1]);
  } catch (problem) { explain(problem, find("groups")); }
}

async function showCompare(question, signal) {
  try {
    const answer = await ask("compare", { delta: state.delta, ...question }, signal);
    const rows = answer.methods.filter((method) => method.epsilon !== null).map((method) =>
      [method.name, method.kind, fixed(number(method.epsilon), 3, true), method.verdict]);
    rows.unshift(["pld", "certified", fixed(number(answer.tight.upper), 3, true), ""]);
    makeTable(find("compare"), "Epsilon by other methods, rounded up. Bounds are valid above the certified value; what understates it is not safe to report.",
      ["method", "kind", "epsilon", "verdict"], rows, [2]);
  } catch (problem) { explain(problem, find("compare")); }
}

async function showEvidence(question, sigma, signal) {
  const kind = kinds[state.evidence], command = find("evidence-command");
  command.hidden = !kind;
  for (const id of ["evidence-answer", "evidence-notes", "error-evidence"]) find(id).textContent = "";
  if (!kind) return;
  try {
    const answer = await ask(kind.what, evidenceQuestion(state, question), signal);
    const [lines, notes] = evidenceLines(state, answer);
    find("evidence-answer").textContent = lines.join("\n");
    find("evidence-notes").replaceChildren(...notes.map((note) => Object.assign(document.createElement("li"), { textContent: note })));
    command.textContent = evidenceCommand(state, sigma);
  } catch (problem) {
    if (problem.name === "AbortError") return;
    if (!(problem instanceof Refusal)) throw problem;
    command.hidden = true;
    find("error-evidence").textContent = problem.message + (problem.object.allowed ? ` (allowed: ${problem.object.allowed})` : "");
  }
}

// What is missing beside an answer says why, in its place.
function explain(problem, place) {
  if (problem.name === "AbortError") return;
  if (!(problem instanceof Refusal)) throw problem;
  place.textContent = `Not shown: ${problem.message}.`;
}

// --- figures ------------------------------------------------------------------------------------------------------------

async function showAttack(question, signal) {
  try {
    const rates = !isQuick(state) ? [0.01, 0.1, 0.3, 0.5, 0.8] : [0.0001, 0.001, 0.003, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99];
    const answer = await ask("tradeoff", { fpr: rates, ...question, ...(isQuick(state) ? {} : { "relative-tolerance": "0.3" }) }, signal);
    const at = answer.points.find((point) => point.fpr === 0.01), advantage = number(answer.advantage.upper);
    const plain = adjacencyOf(state) === "add-remove";
    find("attack-words").textContent = `An attacker who knows all other records and sees all that is released raises an alarm when ${plain ? "one record" : "one of two neighbouring data sets"} seems to have been used. ` +
      `If that happens at most 1\u00a0% of the time ${plain ? "without it" : "with the other"} (false alarms), it happens at most ${percent(number(at.tpr.upper))} of the time with it; guessing gives 1\u00a0%. ` +
      `If both cases are as likely, the attacker is right at most ${percentRight(advantage)} of the time; a coin is in 50\u00a0%.`;
    find("attack-words").dataset.tpr = at.tpr.upper;
    draw(find("figure-attack"), {
      title: "Most true positives of an attack over its false positives",
      x: { label: "false-positive rate", low: 0, high: 1 }, y: { label: "true-positive rate", low: 0, high: 1 },
      series: [{ name: "best attack", points: [[0, 0], ...answer.points.map((point) => [point.fpr, number(point.tpr.upper)]), [1, 1]] }],
      guides: [[[0, 0], [1, 1]]],
    });
  } catch (problem) { explain(problem, find("attack-words")); }
}

async function showProfile(question, upper, signal) {
  try {
    const high = Number.isFinite(upper) ? Math.max(upper * 1.6, 0.05) : 20, count = isQuick(state) ? 24 : 8;
    const list = Array.from({ length: count + 1 }, (_, i) => Number(((i * high) / count).toPrecision(4)));
    const answer = await ask("curve", { profile: list, compositions: 1, ...question, ...(isQuick(state) ? {} : { "relative-tolerance": "0.3" }) }, signal);
    const points = answer.points.map((point) => [point.epsilon, number(point.log10_delta.upper)]);
    const shown = points.filter(([, y]) => y > -40);
    draw(find("figure-profile"), {
      title: "Delta at each epsilon", x: { label: "epsilon", low: 0, high: list[count] },
      y: { label: "delta", low: Math.floor(Math.min(...shown.map(([, y]) => y), -1)), high: 0, log: true }, series: [{ name: "delta", points: shown }],
    });
  } catch (problem) { explain(problem, find("figure-profile")); }
}

// The phases as they are after so many epochs in all; `factor` of the noise.
function upTo(epochs, sigma, factor) {
  const out = [];
  let left = epochs;
  for (const [index, phase] of state.phases.entries()) {
    const own = Math.min(left, Number(phase.epochs));
    if (!(own > 0)) break;
    const noise = index === 0 && sigma !== undefined ? sigma : phase.sigma;
    out.push(spec(phase, { epochs: Number(own.toPrecision(12)), sigma: factor === 1 ? noise : Number((Number(noise) * factor).toPrecision(4)) }));
    left -= own;
  }
  return out;
}

async function showEpochs(question, sigma, signal) {
  const total = state.phases.reduce((sum, phase) => sum + Number(phase.epochs), 0), quick = isQuick(state);
  if (!(total > 0) || !Number.isFinite(total)) {
    find("figure-epochs").textContent = "Not shown: the epochs are no plain numbers.";
    return;
  }
  const count = quick ? 16 : 6, isWhole = total >= count || state.phases.some((phase) => phase.sampling !== "poisson");
  const places = [...new Set(Array.from({ length: count }, (_, i) => { const x = total * ((i + 1) / count) ** 1.7; return isWhole ? Math.ceil(x) : x; }))].filter((x) => x <= total);
  const noises = quick ? [1, 0.8, 1.25] : [1], own = state.phases.length === 1 ? Number(sigma ?? state.phases[0].sigma) : null;
  const name = (factor) => (own === null ? (factor === 1 ? "noise as entered" : `all noise × ${factor}`) : `sigma = ${Number((own * factor).toPrecision(4))}`);
  const series = noises.map((factor) => ({ name: name(factor), points: [] }));
  const show = () => {
    const high = Math.max(...series.flatMap((one) => one.points.map(([, y]) => y)).filter(Number.isFinite), 0.001) * 1.05;
    draw(find("figure-epochs"), {
      title: `Epsilon at delta = ${state.delta} after each number of epochs`, x: { label: "epochs", low: 0, high: total },
      y: { label: "epsilon", low: 0, high }, series,
    });
  };
  try {
    for (const [index, factor] of noises.entries()) {
      const answers = await Promise.all(places.map((epochs) =>
        ask("epsilon", { delta: state.delta, "relative-tolerance": quick ? "1e-4" : "0.02", mechanisms: upTo(epochs, sigma, factor), ...(question.adjacency ? { adjacency: question.adjacency } : {}) }, signal)));
      series[index].points = [[0, 0], ...answers.map((answer, i) => [places[i], number(answer.epsilon.upper)])];
      show();
    }
  } catch (problem) { explain(problem, find("figure-epochs")); }
}

// --- all of it ----------------------------------------------------------------------------------------------------------

async function findNoise(signal) {
  const [first, ...others] = state.phases;
  const answer = await ask("calibrate", { epsilon: state.epsilon, delta: state.delta, ...base(state), mechanisms: [spec(first, { sigma: "solve" }), ...others.map((phase) => spec(phase))] }, signal);
  if (answer.value === null) throw new Refusal({ word: "", message: answer.reason || "no noise keeps to this budget", allowed: "" });
  return answer;
}

async function update() {
  round?.abort();
  round = new AbortController();
  const { signal } = round, results = find("results");
  results.classList.add("waits");
  results.setAttribute("aria-busy", "true");
  try {
    const calibrated = state.mode === "budget" ? await findNoise(signal) : null;
    const sigma = calibrated ? String(calibrated.value) : undefined;
    const question = { ...base(state), mechanisms: specs(state, sigma) };
    const answer = await ask("epsilon", { delta: state.delta, ...question }, signal);
    clearErrors();
    results.classList.remove("empty");
    showAnswer(answer, calibrated);
    find("command").textContent = commandLine(state, sigma);
    find("python").textContent = pythonLines(state, sigma);
    results.classList.remove("waits");
    await Promise.all([showStatement(question, signal), showProfile(question, number(answer.epsilon.upper), signal), showAttack(question, signal),
      showEpochs(question, sigma, signal), showGroups(question, signal), showCompare(question, signal), showEvidence(question, sigma, signal)]);
    if (!signal.aborted) results.setAttribute("aria-busy", "false");
  } catch (problem) {
    if (problem.name === "AbortError") return;
    clearErrors();
    results.classList.remove("waits");
    results.setAttribute("aria-busy", "false");
    if (!(problem instanceof Refusal)) throw problem;
    showRefusal(problem.object);
  }
}

let timer = 0;
function changed() {
  history.replaceState(null, "", toFragment(state));
  find("address").textContent = location.href;
  showState();
  find("results").setAttribute("aria-busy", "true");
  clearTimeout(timer);
  timer = setTimeout(update, 40);
}

find("form").addEventListener("submit", (event) => event.preventDefault());
function take(event) {
  takeField(event.target);
  changed();
}
find("form").addEventListener("input", (event) => { if (event.target.tagName !== "SELECT") take(event); });
find("form").addEventListener("change", (event) => { if (event.target.tagName === "SELECT") take(event); });
find("format").addEventListener("change", take);
find("officer").addEventListener("change", (event) => { state.audience = event.target.checked ? "officer" : ""; changed(); });
find("add").addEventListener("click", () => {
  state.phases.push({ ...firstPhase, ...state.phases.at(-1) });
  makePhases();
  changed();
  find(`epochs-${state.phases.length - 1}`).focus();
});
for (const button of document.querySelectorAll(".copy")) {
  button.addEventListener("click", async () => {
    const text = find(button.dataset.from).textContent;
    try {
      await navigator.clipboard.writeText(text);
      find("said").textContent = "Copied.";
      const before = button.textContent;
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = before; find("said").textContent = ""; }, 1500);
    } catch { // without a clipboard it is marked, to be copied by hand
      getSelection().selectAllChildren(find(button.dataset.from));
    }
  });
}
find("evidence").append(...Object.entries(kinds).map(([value, kind]) => Object.assign(document.createElement("option"), { value, textContent: kind.name })));
find("evidence-form").addEventListener("change", (event) => {
  takeField(event.target);
  if (event.target.id === "evidence") makeEvidence();
  changed();
});
addEventListener("hashchange", () => { state = fromFragment(location.hash); makeEvidence(); makePhases(); changed(); });
makeEvidence();
makePhases();
changed();
