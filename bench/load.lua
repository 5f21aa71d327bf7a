-- Sends prepared requests one after the other, and reports the results as JSON.
-- Arguments: the file with the requests, separated by NUL; the number of the first request; and the most milliseconds that
-- each connection waits before its next request (0 or nothing: none).

local requests, last, pause = {}, 0, 0

function init(arguments)
  local file = assert(io.open(arguments[1], 'rb'))
  for text in file:read('*a'):gmatch('[^%z]+') do
    requests[#requests + 1] = text
  end
  file:close()
  last = tonumber(arguments[2]) % #requests
  pause = tonumber(arguments[3] or 0)
  -- If this function exists, wrk calls it before each request, so it is only defined when it is needed.
  if pause > 0 then
    math.randomseed(5)
    delay = function() return math.random(0, pause) end
  end
  -- os.clock is the CPU time that wrk has used so far, for reading the file: the load only counts from here on.
  io.write(string.format('BEGUN %.3f\n', os.clock()))
end

function request()
  last = last % #requests + 1
  return requests[last]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests": %d, "microseconds": %d, "failed": %d, "p50": %d, "p99": %d, "cpu": %.3f}\n',
    summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99), os.clock()
  ))
end
