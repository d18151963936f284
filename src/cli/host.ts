/** Matches a host together with its port, as other tools take it: `0.0.0.0:8080`, `[::1]:8080`, `:8080`, `http://localhost:8080`. */
export const hostWithPort = /^(?:https?:\/\/)?(\[[\da-f:.]+\]|[\w.-]*):(\d{1,5})\/?$/i
