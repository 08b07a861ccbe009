// Phantasm for OpenCode: hands what happens in a session to `phantasm hook opencode EVENT`, and puts what comes
// back where the model sees it. `phantasm install opencode` writes this file, and leaves alone what you change in it.
// Nothing here throws, nothing waits longer than LIMIT_MS, and no process stays behind.
import { spawn } from "node:child_process"

// The program; an installation for one user may name its whole path here.
const COMMAND = ["phantasm"]
// Milliseconds. A hook ends itself within two seconds; five are for a machine that is busy.
const LIMIT_MS = 5000
// Characters kept of each end of a long text; the command keeps no more either.
const KEPT = 20000
// Tools that change something. Reading and searching is not handed over.
const TOOLS = /^(bash|edit|multiedit|write|patch|apply_patch)$/

const running = new Map()
process.once("exit", () => {
  // One that has just begun ends by itself and still has an event to keep; one that hangs does not.
  for (const [child, began] of running) if (Date.now() - began > LIMIT_MS / 2) child.kill("SIGKILL")
})

const cut = (text) =>
  typeof text !== "string" ? "" : text.length <= 2 * KEPT ? text : text.slice(0, KEPT) + "\n[…]\n" + text.slice(-KEPT)

const quietly = (work) => async (...given) => {
  try {
    await work(...given)
  } catch {
    // OpenCode goes on, whatever happened here.
  }
}

const ask = (directory, event, told) =>
  new Promise((resolve) => {
    let said = ""
    const given = JSON.stringify({ cwd: directory, ...told })
    const child = spawn(COMMAND[0], [...COMMAND.slice(1), "hook", "opencode", event], {
      cwd: directory,
      stdio: ["pipe", "pipe", "ignore"],
      windowsHide: true,
    })
    const end = (answer) => {
      clearTimeout(timer)
      running.delete(child)
      resolve(answer)
    }
    const timer = setTimeout(() => {
      child.kill("SIGKILL")
      end({})
    }, LIMIT_MS)
    running.set(child, Date.now())
    child.on("error", () => end({}))
    child.on("close", () => {
      try {
        const { context, notice } = Object(JSON.parse(said))
        end({ context: typeof context === "string" ? context : "", notice: typeof notice === "string" ? notice : "" })
      } catch {
        end({})
      }
    })
    child.stdout.setEncoding("utf8").on("data", (part) => (said += part))
    child.stdin.on("error", () => {})
    child.stdin.end(given)
  }).catch(() => ({}))

export const Phantasm = async ({ client, directory }) => {
  const standing = new Map() // session → the answer to its start, until a message takes it along
  const compacted = new Set() // sessions that have forgotten what they were told
  const parents = new Map() // session of a subagent → the session that it works for
  const replies = new Map() // session → what the agent said last
  let parts = 0

  const begin = (session, source) => {
    if (!standing.has(session))
      standing.set(session, ask(directory, "session.created", { session_id: session, source }))
    return standing.get(session)
  }
  const who = (session) =>
    parents.has(session) ? { session_id: parents.get(session), agent_id: session } : { session_id: session }
  const warn = (notice) => {
    if (notice) Promise.resolve(client?.tui?.showToast?.({ body: { message: notice, variant: "warning" } })).catch(() => {})
  }

  return {
    event: quietly(async ({ event }) => {
      const info = event.properties?.info ?? {}
      const session = event.properties?.sessionID ?? info.id
      if (typeof session !== "string") return
      if (event.type === "session.created") {
        if (info.parentID) parents.set(session, info.parentID)
        else warn((await begin(session, "startup")).notice)
      } else if (event.type === "session.idle") {
        const name = parents.has(session) ? "subagent.idle" : "session.idle"
        await ask(directory, name, { ...who(session), last_assistant_message: cut(replies.get(session)) })
      } else if (event.type === "session.deleted") {
        for (const known of [standing, compacted, replies]) known.delete(session)
        if (!parents.delete(session)) await ask(directory, event.type, { session_id: session, reason: "deleted" })
      }
    }),

    "chat.message": quietly(async (input, output) => {
      const session = input.sessionID
      if (parents.has(session)) return
      const start = await begin(session, compacted.delete(session) ? "compact" : "resume")
      standing.set(session, Promise.resolve({}))
      const typed = output.parts.filter((part) => part.type === "text" && !part.synthetic)
      const told = await ask(directory, "chat.message", {
        session_id: session,
        turn_id: output.message?.id ?? input.messageID,
        model: input.model?.modelID,
        prompt: cut(typed.map((part) => part.text).join("\n")),
      })
      warn(told.notice)
      const text = [start.context, told.context].filter(Boolean).join("\n\n")
      const id = `prt_phantasm${Date.now().toString(36)}${(parts += 1)}`
      const messageID = output.message?.id ?? input.messageID
      if (text) output.parts.push({ id, sessionID: session, messageID, type: "text", text, synthetic: true })
    }),

    "tool.execute.after": quietly(async (input, output) => {
      if (!TOOLS.test(input.tool)) return
      const { command, filePath, patchText } = input.args ?? {}
      const exit = output.metadata?.exit
      const asked = ask(directory, "tool.execute.after", {
        ...who(input.sessionID),
        tool_name: input.tool,
        tool_use_id: input.callID,
        tool_input: { command: cut(command), filePath, patchText },
        tool_response: { output: cut(output.output), exit },
      })
      // Only after a failure is there something to wait for: how it was got past before.
      if (!exit) return
      const { context } = await asked
      if (context && typeof output.output === "string") output.output += "\n\n" + context
    }),

    "experimental.text.complete": quietly(async (input, output) => {
      replies.set(input.sessionID, output.text)
    }),

    "experimental.session.compacting": quietly(async (input, output) => {
      const session = input.sessionID
      if (parents.has(session)) return
      const { context } = await ask(directory, "experimental.session.compacting", { session_id: session })
      standing.delete(session)
      compacted.add(session)
      if (context) output.context.push(context)
    }),
  }
}
